CREATE TYPE "public"."secret_state" AS ENUM('open', 'masked', 'not_a_secret');--> statement-breakpoint
CREATE TABLE "secret_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"field" varchar(50) NOT NULL,
	"version" integer,
	"kind" varchar(50) NOT NULL,
	"secret_hash" varchar(64),
	"state" "secret_state" NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_findings_scope_check" CHECK (("secret_findings"."visibility_scope" = 'personal') = ("secret_findings"."owner_user_id" is not null)
      and ("secret_findings"."visibility_scope" = 'organization') = ("secret_findings"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "secret_policies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"mode" varchar(10) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_policies_workspace_check" CHECK (("secret_policies"."owner_user_id" is null) <> ("secret_policies"."organization_id" is null))
);
--> statement-breakpoint
ALTER TABLE "secret_findings" ADD CONSTRAINT "secret_findings_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_findings" ADD CONSTRAINT "secret_findings_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_findings" ADD CONSTRAINT "secret_findings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_policies" ADD CONSTRAINT "secret_policies_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_policies" ADD CONSTRAINT "secret_policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "secret_findings_key" ON "secret_findings" USING btree ("memory_block_id","field","secret_hash");--> statement-breakpoint
CREATE INDEX "secret_findings_organization_idx" ON "secret_findings" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "secret_findings_owner_idx" ON "secret_findings" USING btree ("owner_user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "secret_policies_owner_key" ON "secret_policies" USING btree ("owner_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "secret_policies_organization_key" ON "secret_policies" USING btree ("organization_id");
--> statement-breakpoint
ALTER TABLE secret_findings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY secret_findings_read ON secret_findings FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])));
--> statement-breakpoint
CREATE POLICY secret_findings_insert ON secret_findings FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY secret_findings_update ON secret_findings FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))) WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY secret_findings_delete ON secret_findings FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
ALTER TABLE secret_policies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY secret_policies_read ON secret_policies FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or organization_id = any ((select hindsight_organizations('read'))::uuid[]) or organization_id = any ((select hindsight_organizations('write'))::uuid[]));
--> statement-breakpoint
CREATE POLICY secret_policies_insert ON secret_policies FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
--> statement-breakpoint
CREATE POLICY secret_policies_update ON secret_policies FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or organization_id = any ((select hindsight_organizations('manage'))::uuid[])) WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
--> statement-breakpoint
CREATE POLICY secret_policies_delete ON secret_policies FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select current_setting('hindsight.writes', true)) = 'yes')
    or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));
