CREATE TYPE "public"."mail_status" AS ENUM('pending', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."feedback_type" AS ENUM('positive', 'negative', 'neutral');--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event" varchar(100) NOT NULL,
	"recipient" varchar(320) NOT NULL,
	"reply_to" varchar(320),
	"actor_user_id" uuid,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"status" "mail_status" DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" varchar(400) PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_block_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"feedback_type" "feedback_type" NOT NULL,
	"details" text,
	"actor_user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_block_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"reason" varchar(100) NOT NULL,
	"actor_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beta_access_requests" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "memory_block_feedback" ADD CONSTRAINT "memory_block_feedback_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_versions" ADD CONSTRAINT "memory_block_versions_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "mails_recipient_idx" ON "mails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "mails_actor_idx" ON "mails" USING btree ("actor_user_id","event","created_at");--> statement-breakpoint
CREATE INDEX "memory_block_feedback_block_idx" ON "memory_block_feedback" USING btree ("memory_block_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memory_block_versions_key" ON "memory_block_versions" USING btree ("memory_block_id","version");--> statement-breakpoint
CREATE INDEX "audits_target_idx" ON "audits" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "memory_blocks_organization_archived_idx" ON "memory_blocks" USING btree ("organization_id","archived_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_owner_archived_idx" ON "memory_blocks" USING btree ("owner_user_id","archived_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE archived;