-- Proposals about single memory blocks, for the review inbox.
CREATE TYPE "public"."proposal_state" AS ENUM('pending', 'accepted', 'rejected');--> statement-breakpoint
CREATE TABLE "review_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"kind" varchar(20) NOT NULL,
	"reason" text NOT NULL,
	"keywords" text[] NOT NULL,
	"generated_by" varchar(20),
	"block_updated_at" timestamp with time zone NOT NULL,
	"state" "proposal_state" DEFAULT 'pending' NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_proposals_scope_check" CHECK (("review_proposals"."visibility_scope" = 'personal') = ("review_proposals"."owner_user_id" is not null)
      and ("review_proposals"."visibility_scope" = 'organization') = ("review_proposals"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "review_proposals" ADD CONSTRAINT "review_proposals_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_proposals" ADD CONSTRAINT "review_proposals_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_proposals" ADD CONSTRAINT "review_proposals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_proposals_key" ON "review_proposals" USING btree ("memory_block_id","kind");--> statement-breakpoint
CREATE INDEX "review_proposals_organization_idx" ON "review_proposals" USING btree ("organization_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "review_proposals_owner_idx" ON "review_proposals" USING btree ("owner_user_id") WHERE state = 'pending';
--> statement-breakpoint
ALTER TABLE review_proposals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY review_proposals_read ON review_proposals FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY review_proposals_insert ON review_proposals FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY review_proposals_update ON review_proposals FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY review_proposals_delete ON review_proposals FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));

--> statement-breakpoint
-- What waits for a decision has changed.
CREATE TRIGGER review_proposals_log_insert AFTER INSERT ON review_proposals REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER review_proposals_log_update AFTER UPDATE ON review_proposals REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER review_proposals_log_delete AFTER DELETE ON review_proposals REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER secret_findings_log_insert AFTER INSERT ON secret_findings REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER secret_findings_log_update AFTER UPDATE ON secret_findings REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER secret_findings_log_delete AFTER DELETE ON secret_findings REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
