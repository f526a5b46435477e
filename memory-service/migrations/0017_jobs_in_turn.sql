ALTER TABLE "jobs" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "served_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "jobs_user_turn_idx" ON "jobs" USING btree ("user_id","served_at");--> statement-breakpoint
CREATE INDEX "jobs_organization_turn_idx" ON "jobs" USING btree ("organization_id","served_at");--> statement-breakpoint
-- A person sees no jobs of others, but is refused when the organization has too many.
CREATE FUNCTION hindsight_open_jobs(person uuid, organization uuid) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select count(*)::int from jobs where status in ('queued', 'running') and (user_id = person or organization_id = organization) $$;
