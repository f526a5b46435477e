CREATE TABLE "pinned_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question" text NOT NULL,
	"settings" jsonb NOT NULL,
	"memory_block_ids" uuid[] NOT NULL,
	"last_run_at" timestamp with time zone,
	"last_run_passed" boolean,
	"created_by" uuid,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pinned_questions_scope_check" CHECK (("pinned_questions"."visibility_scope" = 'personal') = ("pinned_questions"."owner_user_id" is not null)
      and ("pinned_questions"."visibility_scope" = 'organization') = ("pinned_questions"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD CONSTRAINT "pinned_questions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD CONSTRAINT "pinned_questions_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD CONSTRAINT "pinned_questions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pinned_questions_organization_idx" ON "pinned_questions" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "pinned_questions_owner_idx" ON "pinned_questions" USING btree ("owner_user_id");
--> statement-breakpoint
ALTER TABLE pinned_questions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY pinned_questions_read ON pinned_questions FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY pinned_questions_insert ON pinned_questions FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY pinned_questions_update ON pinned_questions FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY pinned_questions_delete ON pinned_questions FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
