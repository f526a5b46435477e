CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"user_id" uuid,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_scope_check" CHECK (("saved_views"."visibility_scope" = 'personal') = ("saved_views"."owner_user_id" is not null)
      and ("saved_views"."visibility_scope" = 'organization') = ("saved_views"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("visibility_scope",coalesce("organization_id"::text, ''),coalesce("user_id"::text, ''),lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_organization_idx" ON "saved_views" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "saved_views_owner_idx" ON "saved_views" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "saved_views_user_idx" ON "saved_views" USING btree ("user_id");
--> statement-breakpoint
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- One's own views and the shared ones, of the workspaces that the caller reads.
CREATE POLICY saved_views_read ON saved_views FOR SELECT USING ((user_id is null or user_id = (select hindsight_user()))
    and ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public'));
--> statement-breakpoint
-- A view of one's own takes the right to read its workspace, a shared one the right to write there.
CREATE POLICY saved_views_insert ON saved_views FOR INSERT WITH CHECK ((select hindsight_fact('writes')) = 'yes'
    and (user_id is null or user_id = (select hindsight_user()))
    and ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and user_id is not null and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[]))
    or (visibility_scope = 'public' and user_id is not null)));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY saved_views_update ON saved_views FOR UPDATE USING ((user_id is null or user_id = (select hindsight_user()))
    and ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public'))
  WITH CHECK ((select hindsight_fact('writes')) = 'yes'
    and (user_id is null or user_id = (select hindsight_user()))
    and ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and user_id is not null and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[]))
    or (visibility_scope = 'public' and user_id is not null)));
--> statement-breakpoint
CREATE POLICY saved_views_delete ON saved_views FOR DELETE USING ((select hindsight_fact('writes')) = 'yes'
    and (user_id = (select hindsight_user()) or user_id is null and ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
