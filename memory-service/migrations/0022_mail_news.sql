ALTER TYPE "public"."notification_event_type" ADD VALUE IF NOT EXISTS 'org_memory_moved';--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN IF NOT EXISTS "news" jsonb;
--> statement-breakpoint
-- Adds to a mail that is not due yet, by whomever it was caused; one that another transaction adds to is left to it.
CREATE OR REPLACE FUNCTION hindsight_join_news(addressee text, item jsonb) RETURNS uuid LANGUAGE sql SECURITY DEFINER SET search_path = public
AS $$ update mails set news = news || item where id = (
    select id from mails where recipient = addressee and news is not null and status = 'pending' and attempts = 0 and next_attempt_at > now()
    order by created_at desc limit 1 for update skip locked)
  returning id $$;
--> statement-breakpoint
-- Who hears of memories that leave an organization, also for those who may not list its members, such as tokens.
CREATE OR REPLACE FUNCTION hindsight_owners(organization uuid) RETURNS TABLE (user_id uuid, email varchar) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select users.id, users.email from memberships join users on users.id = memberships.user_id
  where memberships.organization_id = organization and memberships.role = 'owner' order by users.email $$;
