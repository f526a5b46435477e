-- How bulk edits are undone, for the person who made them.
CREATE TABLE "bulk_edits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"edit_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"undo" jsonb NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_edits_scope_check" CHECK (("bulk_edits"."visibility_scope" = 'personal') = ("bulk_edits"."owner_user_id" is not null)
      and ("bulk_edits"."visibility_scope" = 'organization') = ("bulk_edits"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_edits_user_idx" ON "bulk_edits" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_edits_edit_idx" ON "bulk_edits" USING btree ("edit_id");--> statement-breakpoint
CREATE INDEX "bulk_edits_created_idx" ON "bulk_edits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_edits_organization_idx" ON "bulk_edits" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "bulk_edits_owner_idx" ON "bulk_edits" USING btree ("owner_user_id");
--> statement-breakpoint
ALTER TABLE bulk_edits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- One's own, of the workspaces that one still reads.
CREATE POLICY bulk_edits_own ON bulk_edits USING (user_id = (select hindsight_user()) and ((select hindsight_kind()) = 'superadmin'
    or ((select hindsight_kind()) = 'member' and (organization_id is null or organization_id = any ((select hindsight_organizations('read'))::uuid[])))));
