CREATE TYPE "public"."device_grant_status" AS ENUM('pending', 'approved', 'denied', 'redeemed');--> statement-breakpoint
CREATE TABLE "device_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_code_hash" varchar(64) NOT NULL,
	"user_code_hash" varchar(64) NOT NULL,
	"client_name" varchar(100) NOT NULL,
	"machine_name" varchar(100) NOT NULL,
	"address" text NOT NULL,
	"status" "device_grant_status" DEFAULT 'pending' NOT NULL,
	"user_id" uuid,
	"token_id" uuid,
	"agent_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"next_poll_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_token_id_personal_access_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."personal_access_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_grants_device_code_key" ON "device_grants" USING btree ("device_code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "device_grants_user_code_key" ON "device_grants" USING btree ("user_code_hash");--> statement-breakpoint
CREATE INDEX "device_grants_expires_idx" ON "device_grants" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE device_grants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- A request without a decision belongs to no person yet: a signed-in person finds it by the hash of its code. Decided, it is that person's alone.
CREATE POLICY device_grants_decide ON device_grants
  USING ((select hindsight_user()) is not null and (user_id is null or user_id = (select hindsight_user())))
  WITH CHECK (user_id = (select hindsight_user()));
