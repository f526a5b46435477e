CREATE TABLE "pinned_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"view_id" uuid,
	"visibility_scope" "visibility_scope" NOT NULL,
	"organization_id" uuid,
	CONSTRAINT "pinned_views_scope_check" CHECK (("pinned_views"."visibility_scope" = 'organization') = ("pinned_views"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "pinned_views" ADD CONSTRAINT "pinned_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_views" ADD CONSTRAINT "pinned_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_views" ADD CONSTRAINT "pinned_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pinned_views_key" ON "pinned_views" USING btree ("user_id","visibility_scope",coalesce("organization_id"::text, ''),coalesce("view_id"::text, ''));--> statement-breakpoint
CREATE INDEX "pinned_views_view_idx" ON "pinned_views" USING btree ("view_id");--> statement-breakpoint
CREATE INDEX "pinned_views_organization_idx" ON "pinned_views" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE pinned_views ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY pinned_views_own ON pinned_views USING (user_id = (select hindsight_user()) and (select hindsight_kind()) in ('member', 'superadmin'));
