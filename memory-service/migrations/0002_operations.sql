CREATE TYPE "public"."job_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "job_items" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"input" jsonb NOT NULL,
	"outcome" jsonb,
	CONSTRAINT "job_items_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(50) NOT NULL,
	"status" "job_status" DEFAULT 'queued' NOT NULL,
	"user_id" uuid NOT NULL,
	"token" jsonb,
	"options" jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"error" text,
	"leased_by" uuid,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memory_block_embeddings" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"model" varchar(200) NOT NULL,
	"source_hash" varchar(32) NOT NULL,
	"embedding" real[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_block_fingerprints" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"bands" integer[] NOT NULL,
	"source_hash" varchar(32) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "optimization_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"suggestion" jsonb NOT NULL,
	"results" jsonb NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"actor_user_id" uuid NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "optimization_runs_scope_check" CHECK (("optimization_runs"."visibility_scope" = 'personal') = ("optimization_runs"."owner_user_id" is not null)
      and ("optimization_runs"."visibility_scope" = 'organization') = ("optimization_runs"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "retrieval_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"token_name" varchar(100) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"query" text,
	"rank" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_embeddings" ADD CONSTRAINT "memory_block_embeddings_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_fingerprints" ADD CONSTRAINT "memory_block_fingerprints_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_runs" ADD CONSTRAINT "optimization_runs_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_runs" ADD CONSTRAINT "optimization_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrieval_events" ADD CONSTRAINT "retrieval_events_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrieval_events" ADD CONSTRAINT "retrieval_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_open_idx" ON "jobs" USING btree ("created_at") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_user_idx" ON "jobs" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memory_block_fingerprints_bands_idx" ON "memory_block_fingerprints" USING gin ("bands");--> statement-breakpoint
CREATE INDEX "optimization_runs_list_idx" ON "optimization_runs" USING btree ("completed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "retrieval_events_block_idx" ON "retrieval_events" USING btree ("memory_block_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD COLUMN "search_vector" tsvector GENERATED ALWAYS AS (
	setweight(to_tsvector('english'::regconfig, left("content", 100000)), 'A') ||
	setweight(to_tsvector('english'::regconfig, left(coalesce("lessons_learned", ''), 50000)), 'B') ||
	setweight(to_tsvector('english'::regconfig, left(coalesce("errors", ''), 50000)), 'C')
) STORED;--> statement-breakpoint
CREATE INDEX "memory_blocks_search_vector_idx" ON "memory_blocks" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "memory_blocks_search_text_idx" ON "memory_blocks" USING gin ((
	"content" || E'\n' || coalesce("lessons_learned", '') || E'\n' || coalesce("errors", '') || E'\n' || coalesce("metadata"::text, '')
	|| E'\n' || "id"::text || E'\n' || "agent_id"::text || E'\n' || "conversation_id"::text
) gin_trgm_ops);
