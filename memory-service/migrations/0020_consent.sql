ALTER TABLE "invitations" ADD COLUMN "can_read" boolean;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "can_write" boolean;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "name_skeleton" text;--> statement-breakpoint
CREATE INDEX "organizations_skeleton_idx" ON "organizations" USING btree ("name_skeleton");
--> statement-breakpoint
-- One enters an organization that one made or that one is asked into. Those who manage it add no one.
DROP POLICY IF EXISTS memberships_insert ON memberships;
--> statement-breakpoint
CREATE POLICY memberships_insert ON memberships FOR INSERT WITH CHECK (user_id = (select hindsight_user())
    and (exists (select 1 from organizations where organizations.id = memberships.organization_id and organizations.created_by = (select hindsight_user()))
      or exists (select 1 from invitations where invitations.organization_id = memberships.organization_id and invitations.email = (select hindsight_fact('email'))
        and invitations.status = 'pending' and invitations.expires_at > now())));
--> statement-breakpoint
-- Members may leave.
DROP POLICY IF EXISTS memberships_delete ON memberships;
--> statement-breakpoint
CREATE POLICY memberships_delete ON memberships FOR DELETE USING ((select hindsight_kind()) = 'superadmin' or user_id = (select hindsight_user()) or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
