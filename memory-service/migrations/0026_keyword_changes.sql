-- What merging, renaming and deleting keywords has changed, so that it can be undone.
CREATE TABLE "keyword_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"changes" jsonb NOT NULL,
	"actor_user_id" uuid NOT NULL,
	"undone_at" timestamp with time zone,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "keyword_changes_scope_check" CHECK (("keyword_changes"."visibility_scope" = 'personal') = ("keyword_changes"."owner_user_id" is not null)
      and ("keyword_changes"."visibility_scope" = 'organization') = ("keyword_changes"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_changes_created_idx" ON "keyword_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "keyword_changes_organization_idx" ON "keyword_changes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_owner_idx" ON "keyword_changes" USING btree ("owner_user_id");
--> statement-breakpoint
ALTER TABLE keyword_changes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY keyword_changes_read ON keyword_changes FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY keyword_changes_insert ON keyword_changes FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY keyword_changes_update ON keyword_changes FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY keyword_changes_delete ON keyword_changes FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
