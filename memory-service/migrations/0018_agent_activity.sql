CREATE TABLE "agent_activity" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"agent_id" uuid,
	"token_id" uuid NOT NULL,
	"token_name" varchar(100) NOT NULL,
	"client" varchar(100),
	"kind" varchar(10) NOT NULL,
	"action" varchar(10) NOT NULL,
	"call" varchar(100) NOT NULL,
	"query" text,
	"search_type" varchar(20),
	"hits" integer,
	"memory_ids" uuid[] NOT NULL,
	"latency_ms" integer NOT NULL,
	"status" integer NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD COLUMN "last_agent_id" uuid;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_activity_agent_idx" ON "agent_activity" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_activity_agent_rare_idx" ON "agent_activity" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE kind <> 'read';--> statement-breakpoint
CREATE INDEX "agent_activity_token_idx" ON "agent_activity" USING btree ("token_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_activity_organization_idx" ON "agent_activity" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_activity_own_idx" ON "agent_activity" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE organization_id is null;--> statement-breakpoint
CREATE INDEX "agent_activity_unnamed_idx" ON "agent_activity" USING btree ("token_id") WHERE agent_id is null;--> statement-breakpoint
CREATE INDEX "agent_activity_age_idx" ON "agent_activity" USING btree ("created_at");
--> statement-breakpoint
ALTER TABLE agent_activity ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- What agents do outside of organizations is for the owner of their token alone. The service itself writes.
CREATE POLICY agent_activity_read ON agent_activity FOR SELECT USING (
  (organization_id is null and user_id = (select hindsight_user()) and (select hindsight_kind()) in ('member', 'superadmin'))
  or organization_id = any ((select hindsight_organizations('read'))::uuid[])
  or (organization_id is not null and (select hindsight_kind()) = 'superadmin'));
