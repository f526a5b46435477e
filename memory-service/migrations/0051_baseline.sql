-- The tables, functions, triggers and policies of release 1.3.0, without what later migrations drop: one migration in place of its 52. A database that ran those has
-- an entry of this migration's time in its ledger and skips it; `platform/database/migrate.ts` refuses older ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Partitions are reached through their table only: nobody but the account of the service has rights in this schema.
CREATE SCHEMA IF NOT EXISTS hindsight_partitions;
--> statement-breakpoint
CREATE TYPE "public"."audit_status" AS ENUM('success', 'failure');--> statement-breakpoint
CREATE TYPE "public"."beta_request_status" AS ENUM('pending', 'accepted', 'denied');--> statement-breakpoint
CREATE TYPE "public"."mail_status" AS ENUM('pending', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."notification_event_type" AS ENUM('org_invitation', 'org_membership_added', 'org_membership_removed', 'org_role_changed', 'org_invitation_accepted', 'org_invitation_declined', 'org_memory_moved');--> statement-breakpoint
CREATE TYPE "public"."visibility_scope" AS ENUM('personal', 'organization', 'public');--> statement-breakpoint
CREATE TYPE "public"."device_grant_status" AS ENUM('pending', 'approved', 'denied', 'redeemed');--> statement-breakpoint
CREATE TYPE "public"."feedback_type" AS ENUM('positive', 'negative', 'neutral');--> statement-breakpoint
CREATE TYPE "public"."job_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."beta_access_status" AS ENUM('not_requested', 'pending', 'accepted', 'denied', 'revoked');--> statement-breakpoint
CREATE TYPE "public"."invitation_status" AS ENUM('pending', 'accepted', 'revoked', 'expired');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('viewer', 'editor', 'admin', 'owner');--> statement-breakpoint
CREATE TYPE "public"."token_status" AS ENUM('active', 'revoked');--> statement-breakpoint
CREATE TYPE "public"."proposal_state" AS ENUM('pending', 'accepted', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."secret_state" AS ENUM('open', 'masked', 'not_a_secret');--> statement-breakpoint
CREATE TABLE "audits" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"action_type" varchar(100) NOT NULL,
	"status" "audit_status" NOT NULL,
	"target_type" varchar(100),
	"target_id" uuid,
	"organization_id" uuid,
	"actor_user_id" uuid NOT NULL,
	"reason" text,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid,
	"transaction_id" bigint DEFAULT (pg_current_xact_id()::text)::bigint
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "beta_access_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" varchar(320) NOT NULL,
	"status" "beta_request_status" DEFAULT 'pending' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewer_email" varchar(320),
	"review_token_hash" text,
	"review_token_expires_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "language_model_costs" (
	"tenant_id" uuid NOT NULL,
	"month" date NOT NULL,
	"kind" varchar(30) NOT NULL,
	"calls" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "language_model_costs_tenant_id_month_kind_pk" PRIMARY KEY("tenant_id","month","kind")
);
--> statement-breakpoint
CREATE TABLE "language_model_usage" (
	"day" date PRIMARY KEY NOT NULL,
	"tokens" bigint NOT NULL
);
--> statement-breakpoint
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
	"sent_at" timestamp with time zone,
	"news" jsonb,
	"organization_id" uuid,
	"unsubscribe_url" text
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"event_type" "notification_event_type" NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"email_enabled" boolean NOT NULL,
	"in_app_enabled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_preferences_user_id_event_type_pk" PRIMARY KEY("user_id","event_type")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"event_type" "notification_event_type" NOT NULL,
	"title" varchar(200) NOT NULL,
	"message" text NOT NULL,
	"action_url" varchar(500),
	"action_text" varchar(100),
	"metadata" jsonb,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"organization_id" uuid
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" varchar(400) PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_state" (
	"key" varchar(100) PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_activity" (
	"id" bigserial NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
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
	"tenant_id" uuid,
	"undone" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bulk_edits_scope_check" CHECK (("bulk_edits"."visibility_scope" = 'personal') = ("bulk_edits"."owner_user_id" is not null)
      and ("bulk_edits"."visibility_scope" = 'organization') = ("bulk_edits"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "workspace_tallies" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"agent_id" uuid NOT NULL,
	"active" bigint DEFAULT 0 NOT NULL,
	"archived" bigint DEFAULT 0 NOT NULL,
	"retrievals" bigint DEFAULT 0 NOT NULL,
	"feedback" bigint DEFAULT 0 NOT NULL,
	"high" bigint DEFAULT 0 NOT NULL,
	"medium" bigint DEFAULT 0 NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	"rated" bigint DEFAULT 0 NOT NULL,
	"tenant_id" uuid
);
--> statement-breakpoint
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
-- Changes for streams of events: one row for each statement and workspace.
CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"visibility_scope" "visibility_scope",
	"owner_user_id" uuid,
	"organization_id" uuid,
	"ids" uuid[] NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- How merges, renames and deletions of keywords are undone.
CREATE TABLE "keyword_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"changes" jsonb NOT NULL,
	"actor_user_id" uuid NOT NULL,
	"undone_at" timestamp with time zone,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid,
	CONSTRAINT "keyword_changes_scope_check" CHECK (("keyword_changes"."visibility_scope" = 'personal') = ("keyword_changes"."owner_user_id" is not null)
      and ("keyword_changes"."visibility_scope" = 'organization') = ("keyword_changes"."organization_id" is not null))
);
--> statement-breakpoint
-- Keywords that a person has called different words, so that they are not listed as duplicates.
CREATE TABLE "keyword_distinctions" (
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"texts_hash" bigint NOT NULL,
	"tenant_id" uuid,
	CONSTRAINT "keyword_distinctions_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(255) NOT NULL,
	"description" text,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid,
	CONSTRAINT "agents_scope_check" CHECK (("agents"."visibility_scope" = 'personal') = ("agents"."owner_user_id" is not null)
      and ("agents"."visibility_scope" = 'organization') = ("agents"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "keywords" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"text" varchar(255) NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid,
	CONSTRAINT "keywords_scope_check" CHECK (("keywords"."visibility_scope" = 'personal') = ("keywords"."owner_user_id" is not null)
      and ("keywords"."visibility_scope" = 'organization') = ("keywords"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "memory_block_feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"feedback_type" "feedback_type" NOT NULL,
	"details" text,
	"actor_user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" varchar(20),
	"score_before" integer,
	"score_after" integer,
	"tenant_id" uuid
);
--> statement-breakpoint
CREATE TABLE "memory_block_keywords" (
	"memory_block_id" uuid NOT NULL,
	"keyword_id" uuid NOT NULL,
	"tenant_id" uuid,
	CONSTRAINT "memory_block_keywords_memory_block_id_keyword_id_pk" PRIMARY KEY("memory_block_id","keyword_id")
);
--> statement-breakpoint
CREATE TABLE "memory_block_usage" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"archived" boolean NOT NULL,
	"retrieval_count" integer NOT NULL,
	"last_retrieved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memory_block_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"reason" varchar(100) NOT NULL,
	"actor_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid
);
--> statement-breakpoint
-- `search_text` is what "contains" looks at, stored in lower case: comparing it is many times cheaper than assembling it for each row.
CREATE TABLE "memory_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"content" text NOT NULL,
	"errors" text,
	"lessons_learned" text,
	"summary" text,
	"external_history_link" text,
	"priority" varchar(50),
	"category" varchar(100),
	"metadata" jsonb,
	"feedback_score" integer,
	"retrieval_count" integer DEFAULT 0 NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(
		content || E'\n' || coalesce(lessons_learned, '') || E'\n' || coalesce(errors, '') || E'\n' || coalesce(metadata::text, '') || E'\n'
		|| id::text || E'\n' || agent_id::text || E'\n' || conversation_id::text)) STORED,
	"origin" varchar(20),
	"problem" varchar(20),
	"tenant_id" uuid,
	CONSTRAINT "memory_blocks_scope_check" CHECK (("memory_blocks"."visibility_scope" = 'personal') = ("memory_blocks"."owner_user_id" is not null)
      and ("memory_blocks"."visibility_scope" = 'organization') = ("memory_blocks"."organization_id" is not null)),
	CONSTRAINT "memory_blocks_feedback_check" CHECK ("memory_blocks"."feedback_score" between 0 and 100),
	CONSTRAINT "memory_blocks_archived_check" CHECK ("memory_blocks"."archived" = ("memory_blocks"."archived_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "oauth_records" (
	"kind" varchar(40) NOT NULL,
	"id_hash" varchar(64) NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"client_id" text,
	"token_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "oauth_records_kind_id_hash_pk" PRIMARY KEY("kind","id_hash")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key_hash" varchar(64) NOT NULL,
	"request_hash" varchar(64) NOT NULL,
	"answer" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_hash_pk" PRIMARY KEY("user_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "job_items" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"input" jsonb NOT NULL,
	"outcome" jsonb,
	"tenant_id" uuid,
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
	"finished_at" timestamp with time zone,
	"run_id" uuid,
	"organization_id" uuid,
	"served_at" timestamp with time zone,
	"tenant_id" uuid
);
--> statement-breakpoint
CREATE TABLE "memory_block_embeddings" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"model" varchar(200) NOT NULL,
	"embedding" real[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid
);
--> statement-breakpoint
CREATE TABLE "memory_block_fingerprints" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"bands" integer[] NOT NULL,
	"source_hash" varchar(32) NOT NULL,
	"tenant_id" uuid
);
--> statement-breakpoint
CREATE TABLE "memory_blocks_to_embed" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"text_at" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL
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
	"tenant_id" uuid,
	CONSTRAINT "optimization_runs_scope_check" CHECK (("optimization_runs"."visibility_scope" = 'personal') = ("optimization_runs"."owner_user_id" is not null)
      and ("optimization_runs"."visibility_scope" = 'organization') = ("optimization_runs"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "retrieval_events" (
	"id" bigserial NOT NULL,
	"memory_block_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"token_name" varchar(100) NOT NULL,
	"kind" varchar(20) NOT NULL,
	"query" text,
	"rank" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
-- Sessions that their people have signed out of: no replica lets one in again.
CREATE TABLE "ended_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" varchar(320) NOT NULL,
	"role" "role" DEFAULT 'viewer' NOT NULL,
	"status" "invitation_status" DEFAULT 'pending' NOT NULL,
	"token_hash" text,
	"invited_by_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"can_read" boolean,
	"can_write" boolean
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" "role" DEFAULT 'viewer' NOT NULL,
	"can_read" boolean DEFAULT true NOT NULL,
	"can_write" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(255) NOT NULL,
	"slug" varchar(255),
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name_skeleton" text
);
--> statement-breakpoint
CREATE TABLE "personal_access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"organization_id" uuid,
	"token_id" varchar(16) NOT NULL,
	"secret_hash" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"scopes" text[] NOT NULL,
	"status" "token_status" DEFAULT 'active' NOT NULL,
	"last_four" varchar(4) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"activity" jsonb,
	"last_agent_id" uuid,
	"is_personal" boolean DEFAULT false NOT NULL,
	"agent_id" uuid,
	"oauth_client_id" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" varchar(320) NOT NULL,
	"display_name" varchar(80),
	"is_superadmin" boolean DEFAULT false NOT NULL,
	"beta_access_status" "beta_access_status" DEFAULT 'not_requested' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"external_subject" varchar(255)
);
--> statement-breakpoint
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
	"tenant_id" uuid,
	CONSTRAINT "pinned_questions_scope_check" CHECK (("pinned_questions"."visibility_scope" = 'personal') = ("pinned_questions"."owner_user_id" is not null)
      and ("pinned_questions"."visibility_scope" = 'organization') = ("pinned_questions"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "pinned_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"view_id" uuid,
	"visibility_scope" "visibility_scope" NOT NULL,
	"organization_id" uuid,
	"tenant_id" uuid,
	CONSTRAINT "pinned_views_scope_check" CHECK (("pinned_views"."visibility_scope" = 'organization') = ("pinned_views"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "memory_blocks_to_compare" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retry_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Merges, conflicts, shorter texts, keywords, memories to archive and memories that were marked.
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"memory_block_ids" uuid[] NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"generated_by" varchar(20),
	"state" "proposal_state" DEFAULT 'pending' NOT NULL,
	"snoozed_until" timestamp with time zone,
	"block_updated_at" timestamp with time zone,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"added_keywords" text[] DEFAULT '{}' NOT NULL,
	"content" text,
	"lessons_learned" text,
	"group_id" uuid,
	"result_id" uuid,
	"texts_hash" varchar(65),
	"ground" varchar(20),
	"places" integer[],
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"tenant_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_scope_check" CHECK (("proposals"."visibility_scope" = 'personal') = ("proposals"."owner_user_id" is not null)
      and ("proposals"."visibility_scope" = 'organization') = ("proposals"."organization_id" is not null))
);
--> statement-breakpoint
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
	"tenant_id" uuid,
	CONSTRAINT "saved_views_scope_check" CHECK (("saved_views"."visibility_scope" = 'personal') = ("saved_views"."owner_user_id" is not null)
      and ("saved_views"."visibility_scope" = 'organization') = ("saved_views"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"archived" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"length" integer NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_term_changes" (
	"tenant_id" uuid NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"documents" bigint NOT NULL,
	"length" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"tenant_id" uuid NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"documents" bigint NOT NULL,
	"length" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "search_terms_tenant_id_term_pk" PRIMARY KEY("tenant_id","term")
);
--> statement-breakpoint
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
	"tenant_id" uuid,
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
	"tenant_id" uuid,
	CONSTRAINT "secret_policies_workspace_check" CHECK (("secret_policies"."owner_user_id" is null) <> ("secret_policies"."organization_id" is null))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"organization_id" uuid,
	"new_since" timestamp with time zone,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tenant_id" uuid,
	CONSTRAINT "visits_scope_check" CHECK (("visits"."visibility_scope" = 'organization') = ("visits"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "audits" ADD CONSTRAINT "audits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beta_access_requests" ADD CONSTRAINT "beta_access_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_token_id_personal_access_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."personal_access_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grants" ADD CONSTRAINT "device_grants_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_changes" ADD CONSTRAINT "keyword_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_distinctions" ADD CONSTRAINT "keyword_distinctions_first_id_keywords_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_distinctions" ADD CONSTRAINT "keyword_distinctions_second_id_keywords_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keywords" ADD CONSTRAINT "keywords_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keywords" ADD CONSTRAINT "keywords_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_feedback" ADD CONSTRAINT "memory_block_feedback_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_keywords" ADD CONSTRAINT "memory_block_keywords_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_keywords" ADD CONSTRAINT "memory_block_keywords_keyword_id_keywords_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_usage" ADD CONSTRAINT "memory_block_usage_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_versions" ADD CONSTRAINT "memory_block_versions_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD CONSTRAINT "memory_blocks_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD CONSTRAINT "memory_blocks_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD CONSTRAINT "memory_blocks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_records" ADD CONSTRAINT "oauth_records_token_id_personal_access_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."personal_access_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_embeddings" ADD CONSTRAINT "memory_block_embeddings_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_fingerprints" ADD CONSTRAINT "memory_block_fingerprints_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks_to_embed" ADD CONSTRAINT "memory_blocks_to_embed_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_runs" ADD CONSTRAINT "optimization_runs_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_runs" ADD CONSTRAINT "optimization_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrieval_events" ADD CONSTRAINT "retrieval_events_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrieval_events" ADD CONSTRAINT "retrieval_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD CONSTRAINT "pinned_questions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD CONSTRAINT "pinned_questions_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_questions" ADD CONSTRAINT "pinned_questions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_views" ADD CONSTRAINT "pinned_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_views" ADD CONSTRAINT "pinned_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pinned_views" ADD CONSTRAINT "pinned_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks_to_compare" ADD CONSTRAINT "memory_blocks_to_compare_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_findings" ADD CONSTRAINT "secret_findings_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_findings" ADD CONSTRAINT "secret_findings_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_findings" ADD CONSTRAINT "secret_findings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_policies" ADD CONSTRAINT "secret_policies_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_policies" ADD CONSTRAINT "secret_policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audits_organization_idx" ON "audits" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audits_target_idx" ON "audits" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "audits_transaction_idx" ON "audits" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "audits_actor_idx" ON "audits" USING btree ("actor_user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "beta_access_requests_one_pending_key" ON "beta_access_requests" USING btree ("user_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "beta_access_requests_user_idx" ON "beta_access_requests" USING btree ("user_id","requested_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "digests_due_idx" ON "digests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "mails_recipient_idx" ON "mails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "mails_actor_idx" ON "mails" USING btree ("actor_user_id","event","created_at");--> statement-breakpoint
CREATE INDEX "mails_organization_idx" ON "mails" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "notifications_list_idx" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_organization_idx" ON "notifications" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "agent_activity_agent_idx" ON "agent_activity" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_activity_agent_rare_idx" ON "agent_activity" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE kind <> 'read';--> statement-breakpoint
CREATE INDEX "agent_activity_token_idx" ON "agent_activity" USING btree ("token_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_activity_organization_idx" ON "agent_activity" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_activity_own_idx" ON "agent_activity" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE organization_id is null;--> statement-breakpoint
CREATE INDEX "agent_activity_unnamed_idx" ON "agent_activity" USING btree ("token_id") WHERE agent_id is null;--> statement-breakpoint
CREATE INDEX "agent_activity_age_idx" ON "agent_activity" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_edits_user_idx" ON "bulk_edits" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_edits_edit_idx" ON "bulk_edits" USING btree ("edit_id");--> statement-breakpoint
CREATE INDEX "bulk_edits_created_idx" ON "bulk_edits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_edits_organization_idx" ON "bulk_edits" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "bulk_edits_owner_idx" ON "bulk_edits" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "workspace_tallies_organization_idx" ON "workspace_tallies" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "workspace_tallies_owner_idx" ON "workspace_tallies" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "workspace_tallies_public_idx" ON "workspace_tallies" USING btree ("agent_id") WHERE visibility_scope = 'public';--> statement-breakpoint
CREATE UNIQUE INDEX "device_grants_device_code_key" ON "device_grants" USING btree ("device_code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "device_grants_user_code_key" ON "device_grants" USING btree ("user_code_hash");--> statement-breakpoint
CREATE INDEX "device_grants_expires_idx" ON "device_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "events_transaction_idx" ON "events" USING btree ("transaction");--> statement-breakpoint
CREATE INDEX "keyword_changes_created_idx" ON "keyword_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "keyword_changes_organization_idx" ON "keyword_changes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "keyword_changes_owner_idx" ON "keyword_changes" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "keyword_distinctions_second_idx" ON "keyword_distinctions" USING btree ("second_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_personal_name_key" ON "agents" USING btree ("owner_user_id",lower("name")) WHERE visibility_scope = 'personal';--> statement-breakpoint
CREATE UNIQUE INDEX "agents_organization_name_key" ON "agents" USING btree ("organization_id",lower("name")) WHERE visibility_scope = 'organization';--> statement-breakpoint
CREATE UNIQUE INDEX "agents_public_name_key" ON "agents" USING btree (lower("name")) WHERE visibility_scope = 'public';--> statement-breakpoint
CREATE UNIQUE INDEX "keywords_personal_text_key" ON "keywords" USING btree ("owner_user_id",lower("text")) WHERE visibility_scope = 'personal';--> statement-breakpoint
CREATE UNIQUE INDEX "keywords_organization_text_key" ON "keywords" USING btree ("organization_id",lower("text")) WHERE visibility_scope = 'organization';--> statement-breakpoint
CREATE UNIQUE INDEX "keywords_public_text_key" ON "keywords" USING btree (lower("text")) WHERE visibility_scope = 'public';--> statement-breakpoint
CREATE INDEX "memory_block_feedback_block_idx" ON "memory_block_feedback" USING btree ("memory_block_id","created_at");--> statement-breakpoint
CREATE INDEX "memory_block_keywords_keyword_idx" ON "memory_block_keywords" USING btree ("keyword_id");--> statement-breakpoint
CREATE INDEX "memory_block_usage_count_idx" ON "memory_block_usage" USING btree ("tenant_id","retrieval_count" DESC NULLS FIRST,"memory_block_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memory_block_usage_last_idx" ON "memory_block_usage" USING btree ("tenant_id","last_retrieved_at" DESC NULLS FIRST) WHERE last_retrieved_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_block_versions_key" ON "memory_block_versions" USING btree ("memory_block_id","version");--> statement-breakpoint
CREATE INDEX "memory_blocks_organization_idx" ON "memory_blocks" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_organization_agent_idx" ON "memory_blocks" USING btree ("organization_id","agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_owner_idx" ON "memory_blocks" USING btree ("owner_user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_public_idx" ON "memory_blocks" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE visibility_scope = 'public' and not archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_agent_idx" ON "memory_blocks" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "memory_blocks_organization_archived_idx" ON "memory_blocks" USING btree ("organization_id","archived_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_owner_archived_idx" ON "memory_blocks" USING btree ("owner_user_id","archived_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE archived;--> statement-breakpoint
CREATE INDEX "memory_blocks_organization_superseded_idx" ON "memory_blocks" USING btree ("organization_id") WHERE archived and metadata ? 'superseded_by';--> statement-breakpoint
CREATE INDEX "memory_blocks_owner_superseded_idx" ON "memory_blocks" USING btree ("owner_user_id") WHERE archived and metadata ? 'superseded_by';--> statement-breakpoint
CREATE INDEX "memory_blocks_conversation_idx" ON "memory_blocks" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "oauth_records_grant_idx" ON "oauth_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_records_client_idx" ON "oauth_records" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_records_token_idx" ON "oauth_records" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "oauth_records_expires_idx" ON "oauth_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_open_idx" ON "jobs" USING btree ("created_at") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_user_idx" ON "jobs" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_user_turn_idx" ON "jobs" USING btree ("user_id","served_at");--> statement-breakpoint
CREATE INDEX "jobs_organization_turn_idx" ON "jobs" USING btree ("organization_id","served_at");--> statement-breakpoint
CREATE INDEX "memory_block_embeddings_model_idx" ON "memory_block_embeddings" USING btree ("model","memory_block_id");--> statement-breakpoint
CREATE INDEX "memory_block_fingerprints_bands_idx" ON "memory_block_fingerprints" USING gin ("bands");--> statement-breakpoint
CREATE INDEX "memory_blocks_to_embed_tenant_idx" ON "memory_blocks_to_embed" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "memory_blocks_to_embed_newest_idx" ON "memory_blocks_to_embed" USING btree ("text_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "optimization_runs_list_idx" ON "optimization_runs" USING btree ("completed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "retrieval_events_block_idx" ON "retrieval_events" USING btree ("memory_block_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_pending_key" ON "invitations" USING btree ("organization_id","email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_list_idx" ON "invitations" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memberships_user_idx" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_name_key" ON "organizations" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "organizations_skeleton_idx" ON "organizations" USING btree ("name_skeleton");--> statement-breakpoint
CREATE UNIQUE INDEX "personal_access_tokens_token_id_key" ON "personal_access_tokens" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "personal_access_tokens_user_idx" ON "personal_access_tokens" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_external_subject_key" ON "users" USING btree ("external_subject");--> statement-breakpoint
CREATE INDEX "pinned_questions_organization_idx" ON "pinned_questions" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "pinned_questions_owner_idx" ON "pinned_questions" USING btree ("owner_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pinned_views_key" ON "pinned_views" USING btree ("user_id","visibility_scope",coalesce("organization_id"::text, ''),coalesce("view_id"::text, ''));--> statement-breakpoint
CREATE INDEX "pinned_views_view_idx" ON "pinned_views" USING btree ("view_id");--> statement-breakpoint
CREATE INDEX "pinned_views_organization_idx" ON "pinned_views" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "memory_blocks_to_compare_newest_idx" ON "memory_blocks_to_compare" USING btree ("queued_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_key" ON "proposals" USING btree ("memory_block_ids","kind") WHERE kind <> 'consolidation';--> statement-breakpoint
CREATE INDEX "proposals_memory_blocks_idx" ON "proposals" USING gin ("memory_block_ids");--> statement-breakpoint
CREATE INDEX "proposals_organization_idx" ON "proposals" USING btree ("organization_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "proposals_owner_idx" ON "proposals" USING btree ("owner_user_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "proposals_list_idx" ON "proposals" USING btree ("kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proposals_group_idx" ON "proposals" USING btree ("group_id") WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("visibility_scope",coalesce("organization_id"::text, ''),coalesce("user_id"::text, ''),lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_organization_idx" ON "saved_views" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "saved_views_owner_idx" ON "saved_views" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "saved_views_user_idx" ON "saved_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_documents_words_idx" ON "search_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_documents_newest_idx" ON "search_documents" USING btree ("tenant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_documents_agent_idx" ON "search_documents" USING btree ("tenant_id","agent_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_term_changes_term_idx" ON "search_term_changes" USING btree ("tenant_id","term");--> statement-breakpoint
CREATE INDEX "search_terms_gone_idx" ON "search_terms" USING btree ("tenant_id") WHERE documents <= 0;--> statement-breakpoint
CREATE UNIQUE INDEX "secret_findings_key" ON "secret_findings" USING btree ("memory_block_id","field","secret_hash");--> statement-breakpoint
CREATE INDEX "secret_findings_organization_idx" ON "secret_findings" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "secret_findings_owner_idx" ON "secret_findings" USING btree ("owner_user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "secret_policies_owner_key" ON "secret_policies" USING btree ("owner_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "secret_policies_organization_key" ON "secret_policies" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visits_key" ON "visits" USING btree ("user_id","visibility_scope",coalesce("organization_id"::text, ''));--> statement-breakpoint
CREATE INDEX "memory_blocks_search_text_idx" ON "memory_blocks" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- A row whose words fit a page is kept whole and unpacked: ranking reads the words of each candidate.
ALTER TABLE search_documents SET (toast_tuple_target = 8160);
--> statement-breakpoint
-- A vector that fits a page is kept in its row: comparing reads all of them.
ALTER TABLE memory_block_embeddings SET (toast_tuple_target = 8160);
--> statement-breakpoint
-- A page of a list reads a few dozen rows: starting another process for it takes longer than reading them.
ALTER TABLE memory_block_usage SET (parallel_workers = 0);
--> statement-breakpoint
-- The first partitions. The service makes the following ones, from where the last one ends; the default takes rows that none is made for. A
-- transfer from another engine fills the first one, from which old rows are deleted by their ids; a key of the whole would have to hold the time.
DO $$
declare
  name text;
begin
  foreach name in array array['agent_activity', 'retrieval_events', 'audits'] loop
    execute format('create table hindsight_partitions.%I partition of %I for values from (minvalue) to (%L)',
      name || '_before', name, date_trunc('week', now()));
    execute format('alter table hindsight_partitions.%I add primary key (id)', name || '_before');
    execute format('create table hindsight_partitions.%I partition of %I default', name || '_default', name);
  end loop;
end $$;
--> statement-breakpoint
-- Row-level security: `platform/database/rowLevelSecurity.ts` sets for whom a transaction runs, and these functions read it. The service itself
-- owns the tables and passes.
CREATE FUNCTION hindsight_kind() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$ select coalesce(current_setting('hindsight.kind', true), '') $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$ select nullif(current_setting('hindsight.user', true), '')::uuid $$;--> statement-breakpoint
CREATE FUNCTION hindsight_organizations(access text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS $$ select coalesce(nullif(current_setting('hindsight.' || access, true), ''), '{}')::uuid[] $$;--> statement-breakpoint
CREATE FUNCTION hindsight_fact(name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$ select coalesce(current_setting('hindsight.' || name, true), '') $$;--> statement-breakpoint
-- People who are not invited learn no more than that an invitation exists, and only with both of its ids.
CREATE FUNCTION hindsight_invitation_exists(invitation uuid, organization uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select exists (select 1 from invitations where id = invitation and organization_id = organization) $$;
--> statement-breakpoint
CREATE FUNCTION hindsight_forget_invitation(recipient uuid, invitation text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public
AS $$ delete from notifications where user_id = recipient and event_type = 'org_invitation' and metadata ->> 'invitation_id' = invitation $$;
--> statement-breakpoint
-- To notify somebody, others may read through which channels, and nothing else about that person.
CREATE FUNCTION hindsight_channels(recipient uuid) RETURNS TABLE (event_type notification_event_type, email_enabled boolean, in_app_enabled boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select event_type, email_enabled, in_app_enabled from notification_preferences where user_id = recipient $$;
--> statement-breakpoint
-- Appends to a mail that is not yet due; one that another transaction is changing is left to it.
CREATE FUNCTION hindsight_join_news(addressee text, item jsonb) RETURNS uuid LANGUAGE sql SECURITY DEFINER SET search_path = public
AS $$ update mails set news = news || item where id = (
    select id from mails where recipient = addressee and news is not null and status = 'pending' and attempts = 0 and next_attempt_at > now()
    order by created_at desc limit 1 for update skip locked)
  returning id $$;
--> statement-breakpoint
-- Who is notified when memories leave an organization, also for callers who may not list its members, such as tokens.
CREATE FUNCTION hindsight_owners(organization uuid) RETURNS TABLE (user_id uuid, email varchar) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select users.id, users.email from memberships join users on users.id = memberships.user_id
  where memberships.organization_id = organization and memberships.role = 'owner' order by users.email $$;
--> statement-breakpoint
-- A person sees no jobs of others, but is refused when the organization has too many.
CREATE FUNCTION hindsight_open_jobs(person uuid, organization uuid) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$ select count(*)::int from jobs where status in ('queued', 'running') and (user_id = person or organization_id = organization) $$;
--> statement-breakpoint
-- Empties what does not go with an organization by itself, right before it is deleted.
CREATE FUNCTION hindsight_forget_organization(gone uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if ((select hindsight_kind()) = 'superadmin' or gone = any ((select hindsight_organizations('manage'))::uuid[])) is not true then
    raise insufficient_privilege using message = 'only those who manage an organization may delete it';
  end if;
  -- Mails about several organizations keep what they say of the others, and are worded again when they are sent.
  with kept as (
    select id, (select jsonb_agg(item order by place) from jsonb_array_elements(news) with ordinality as parts (item, place)
      where item ->> 'organization_id' is distinct from gone::text) as news
    from mails where news @> jsonb_build_array(jsonb_build_object('organization_id', gone))
  ), emptied as (
    delete from mails using kept where mails.id = kept.id and kept.news is null
  )
  update mails set news = kept.news, subject = '', html = '', text = '' from kept where mails.id = kept.id and kept.news is not null;
  -- Steps quote memories; those of a job for another workspace are known by the trail of what was deleted.
  delete from jobs where organization_id = gone or gone::text in (options ->> 'organization_id', options #>> '{place,organizationId}') or id in (
    select job_id from job_items join audits
      on audits.target_id::text = lower(trim(coalesce(input ->> 'memory_block_id', input #>> '{}')))
    where audits.organization_id = gone and audits.target_type = 'memory_block');
  -- Other workspaces remember what came from here or went here: in the trail's other half of a move, in what undoes it, and in its report.
  update audits as other set metadata = null from audits as own
    where own.organization_id = gone and own.action_type in ('memory_scope_change', 'agent_scope_change', 'bulk_operation_start')
      and other.target_type = own.target_type and other.target_id = own.target_id and other.organization_id is distinct from gone
      and position(gone::text in other.metadata::text) > 0;
  delete from bulk_edits where change ->> 'organization_id' = gone::text
    or undo @> jsonb_build_array(jsonb_build_object('change', jsonb_build_object('organization_id', gone)));
  update notifications set metadata = metadata - 'new_organization_id' where metadata ->> 'new_organization_id' = gone::text;
  -- The trail says that somebody did something, and no longer what to whom.
  update audits set target_id = null, reason = null, metadata = null where organization_id = gone;
  delete from rate_counters where key like 'moved-out:' || gone || ':%';
  delete from events where organization_id = gone;
  -- The locks of folding: what is being added up now would come back.
  perform pg_advisory_xact_lock(728311905), pg_advisory_xact_lock(728311906);
  delete from workspace_tallies where organization_id = gone;
  delete from search_term_changes where tenant_id = gone;
  delete from search_terms where tenant_id = gone;
end $$;
--> statement-breakpoint
-- Text for the search index. Letters without accents and marks; й stays a letter of its own, which stems of Russian need.
CREATE FUNCTION hindsight_letters(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare letters text := given;
begin
  -- English is done with here, typographic quotes and dashes included.
  if octet_length(letters) = length(letters) or letters !~ '[\u00c0-\u1fff\u3099\u309a\ua640-\ua69f\ufb1d-\ufb4f\uff01-\uff9f]' then return letters; end if;
  if letters ~ '[\uff01-\uff9f]' then
    letters := (select string_agg(case when run[1] ~ '[\uff01-\uff9f]' then normalize(run[1], NFKC) else run[1] end, '' order by place)
      from regexp_matches(letters, '[\uff01-\uff9f]+|[^\uff01-\uff9f]+', 'g') with ordinality as runs(run, place));
  end if;
  letters := normalize(regexp_replace(normalize(letters, NFD),
    '(?:[\u0300-\u0305\u0307-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|(?<![иИ])\u0306)+',
    '', 'g'), NFC);
  letters := translate(letters, 'ĐđÐðĦħıĸŁłĿŀŊŋØøŦŧſƏς', 'DdDdHhiqLlLlNnOoTtsəσ');
  if letters ~ '[ẞßÆæŒœÞþ]' then
    -- A word in capitals stays one: a capital behind a small letter would begin another.
    letters := regexp_replace(letters, 'Æ(?=[a-z])', 'Ae', 'g');
    letters := regexp_replace(letters, 'Œ(?=[a-z])', 'Oe', 'g');
    letters := regexp_replace(letters, 'Þ(?=[a-z])', 'Th', 'g');
    letters := regexp_replace(letters, '(?<=[A-Z])ß', 'SS', 'g');
    letters := replace(replace(replace(replace(letters, 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS');
    letters := replace(replace(replace(replace(letters, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
  end if;
  return letters;
end $$;
--> statement-breakpoint
-- A name in the letters by which it is found: those of hindsight_letters in lower case. Some servers end a word with ς in lower case.
-- The schema is named: an index on this is built and restored with an empty search path.
CREATE FUNCTION hindsight_folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  select translate(lower(public.hindsight_letters(given)), 'ς', 'σ') $$;
--> statement-breakpoint
-- A letter of a script without blanks (Thai, Lao, Burmese, Khmer, kana, ideographs; and Hangul, where particles are parts of words), with its marks.
CREATE FUNCTION hindsight_unspaced() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select '[\u0e01-\u0e30\u0e32\u0e33\u0e3f-\u0e46\u0e4f-\u0e5b\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0ed0-\u0edf\u1000-\u102a\u103f-\u1055\u1780-\u17b3\u17d7\u17dc\u3041-\u3096\u309d-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]'
      || '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u17dd\u3099\u309a]*' $$;
--> statement-breakpoint
-- The words of a text, separated by blanks; pairs of letters for scripts without blanks. What C++, C# and R&D are is a name; their letters
-- alone are no words.
CREATE FUNCTION hindsight_words(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  words text := hindsight_letters(given);
  unit text := hindsight_unspaced();
begin
  if words ~ '[[:alnum:]][[:upper:]]' then
    words := regexp_replace(words, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
    words := regexp_replace(words, '([[:upper:][:digit:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
  end if;
  if words ~ '[[:alpha:]][+#&]' then
    words := regexp_replace(words, '(?<![[:alnum:]])[[:alpha:]](?=[+#&])|(?<=[[:alpha:]]&)[[:alpha:]](?![[:alnum:]])', '', 'g');
  end if;
  if octet_length(words) > length(words) and words ~ unit then
    words := (
      select string_agg(case when not is_unit then piece when next_is_unit then piece || next when before_is_unit then '' else piece end, ' ' order by place)
      from (
        select place, piece, is_unit, lead(piece) over pieces as next, lead(is_unit) over pieces as next_is_unit, lag(is_unit) over pieces as before_is_unit
        from (
          select place, ltrim(part, E'\x02') as piece, starts_with(part, E'\x02') as is_unit
          from string_to_table(regexp_replace(words, '(' || unit || ')', E'\x01\x02\\1\x01', 'g'), E'\x01') with ordinality as parts(part, place)
          where part <> ''
        ) as matched window pieces as (order by place)
      ) as placed
    );
  end if;
  return regexp_replace(words,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f]+', ' ', 'g');
end $$;
--> statement-breakpoint
-- The words with the stems of their scripts. A stemmer is chosen by its letters alone, so that a question is read as the text was. Hebrew has
-- no stemmer; its articles, conjunctions and prepositions are letters before a word. A stop word keeps its place.
CREATE FUNCTION hindsight_stems(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
begin
  if octet_length(words) = length(words) or words !~ '[\u0370-\u052f\u0531-\u0587\u05d0-\u05ea\u0620-\u06ff\u0900-\u097f\u0b80-\u0bff]' then return words; end if;
  return (
    select string_agg(case
      when word ~ '[\u0400-\u052f]' then coalesce((ts_lexize('russian_stem', word))[1], 'the')
      when word ~ '[\u0370-\u03ff]' then coalesce((ts_lexize('greek_stem', word))[1], 'the')
      when word ~ '[\u0620-\u06ff]' then coalesce((ts_lexize('arabic_stem', regexp_replace(word, '^[وف](?=ال)', '')))[1], 'the')
      when word ~ '[\u05d0-\u05ea]' then regexp_replace(word, '^[ובהכלמש]+(?=[\u05d0-\u05ea]{3,}$)', '')
      when word ~ '[\u0900-\u097f]' then coalesce((ts_lexize('hindi_stem', word))[1], 'the')
      when word ~ '[\u0b80-\u0bff]' then coalesce((ts_lexize('tamil_stem', word))[1], 'the')
      when word ~ '[\u0531-\u0587]' then coalesce((ts_lexize('armenian_stem', word))[1], 'the')
      else word end, ' ' order by place)
    from regexp_split_to_table(words, '\s+') with ordinality as given(word, place)
  );
end $$;
--> statement-breakpoint
-- The term of a single word; none for a stop word.
CREATE FUNCTION hindsight_term(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  select (ts_lexize('english_stem', hindsight_stems(word)))[1] $$;
--> statement-breakpoint
-- The names in a text that signs or capitals are a part of, in lower case and without the signs that only join their parts: audit-sink,
-- auditSink and audit_sink are auditsink; $home, c++, .net, r&d and 10.0.0.1 keep their signs, flags one hyphen, and &@angularcore is
-- @angular/core, because terms that begin with @ are tenants. A name is what stands between blanks, brackets and quotes without the
-- punctuation of its sentence. C++ in C++/CLI and C++17 is one as well, and counts twice by itself.
CREATE FUNCTION hindsight_names(letters text) RETURNS SETOF text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
begin
  if letters !~ '[[:lower:]][[:upper:]]|[^[:alnum:]\s][[:alnum:]]|[[:alnum:]][+#$%_]' then return; end if;
  if octet_length(letters) > length(letters) and letters ~ hindsight_unspaced() then
    letters := regexp_replace(letters, hindsight_unspaced(), ' ', 'g');
  end if;
  return query
    select lower(regexp_replace(regexp_replace(name, '^@', '&@'), '(?<=[[:alpha:]])[-_./:@](?=[[:alnum:]])|(?<=[[:alnum:]])[-_./:@](?=[[:alpha:]])', '', 'g'))
    from (
      select run from regexp_split_to_table(letters,
        '[\s"''`()<>,;|{}\u005b\u005d\u00a0-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff00-\uff0f]+') as run
      where run ~ '[^[:alnum:]]|[[:lower:]][[:upper:]]' and length(run) <= 200
    ) as runs
    cross join lateral (
      select run as part union all select regexp_split_to_table(run, '/|(?<=\+)(?=[0-9])') where run ~ '[+#&$%]'
    ) as parts
    cross join lateral regexp_replace(part, '^(?:[!=+:?&\\*]|\.{3}|-(?=-))+|[.:!?*=~^&@$\\/-]+$', '', 'g') as name
    where name ~ '[[:lower:]][[:upper:]]|[^[:alnum:]]' and name ~ '[[:alnum:]]';
end $$;
--> statement-breakpoint
-- The words of a text as stemmed terms with their positions, then its names, then the last letter of words without blanks.
CREATE FUNCTION hindsight_terms(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare
  letters text := hindsight_letters(given);
  unit text := hindsight_unspaced();
  terms tsvector := to_tsvector('english'::regconfig, hindsight_stems(hindsight_words(letters)));
begin
  terms := terms || (
    select coalesce(string_agg('''' || replace(replace(name, '\', '\\'), '''', '''''') || ''':' || place, ' '), '')::tsvector
    from hindsight_names(letters) with ordinality as named(name, place)
  );
  if octet_length(letters) > length(letters) and letters ~ unit then
    terms := terms || to_tsvector('simple'::regconfig, (
      select coalesce(string_agg(last[1], ' '), '') from regexp_matches(letters, '(?:' || unit || ')+(' || unit || ')', 'g') as last
    ));
  end if;
  return terms;
end $$;
--> statement-breakpoint
-- The query for a quoted text: its words side by side, or its names where it has no word.
CREATE FUNCTION hindsight_phrase(given text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
declare phrase tsquery := phraseto_tsquery('english'::regconfig, hindsight_stems(hindsight_words(given)));
begin
  if numnode(phrase) > 0 then return phrase; end if;
  return (select coalesce(string_agg('''' || replace(replace(name, '\', '\\'), '''', '''''') || '''', ' & '), '')::tsquery
    from hindsight_names(hindsight_letters(given)) as name);
end $$;
--> statement-breakpoint
-- The first sentence of a text, or its first line; of a long one the first words.
CREATE FUNCTION hindsight_title(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
begin
  return split_part(regexp_replace(case when length(given) > 200 then regexp_replace(left(given, 200), '\S*$', '') else given end,
    '[.!?](\s|$)|\n', E'\x01'), E'\x01', 1);
end $$;
--> statement-breakpoint
-- Weights: titles A, lessons and keywords B, content C, errors D.
CREATE FUNCTION hindsight_document(tenant uuid, content text, lessons text, errors text, keywords text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
declare
  title text := hindsight_title(content);
  lesson text := hindsight_title(lessons);
  words tsvector := array_to_tsvector(array['@' || tenant]) || setweight(hindsight_terms(title), 'A');
begin
  if lessons <> '' then
    words := words || setweight(hindsight_terms(lesson), 'A') || setweight(hindsight_terms(substr(left(lessons, 50000), 1 + length(lesson))), 'B');
  end if;
  if keywords <> '' then words := words || setweight(hindsight_terms(keywords), 'B'); end if;
  words := words || setweight(hindsight_terms(substr(left(content, 100000), 1 + length(title))), 'C');
  if errors <> '' then words := words || setweight(hindsight_terms(left(errors, 50000)), 'D'); end if;
  return words;
end $$;
--> statement-breakpoint
-- The tenant of a row, never what a caller says it is.
CREATE FUNCTION hindsight_set_tenant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
declare
  public_tenant constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  -- The lock waits for a move of the row that this one belongs to, and holds up the next move until this one can be seen. What is not
  -- there is refused by the foreign key, not here.
  case tg_argv[0]
    when 'owner_user_id' then new.tenant_id := coalesce(new.organization_id, new.owner_user_id, public_tenant);
    when 'user_id' then new.tenant_id := coalesce(new.organization_id, new.user_id);
    when 'actor_user_id' then new.tenant_id := coalesce(new.organization_id, new.actor_user_id);
    when 'memory_block_id' then
      select coalesce(organization_id, owner_user_id, public_tenant) into new.tenant_id from memory_blocks where id = new.memory_block_id for key share;
    when 'job_id' then
      select coalesce(organization_id, user_id) into new.tenant_id from jobs where id = new.job_id for key share;
    when 'first_id' then
      select coalesce(organization_id, owner_user_id, public_tenant) into new.tenant_id from keywords where id = new.first_id for key share;
  end case;
  new.tenant_id := coalesce(new.tenant_id, public_tenant);
  return new;
end $$;
--> statement-breakpoint
DO $$
declare
  owned record;
begin
  for owned in select * from (values
    ('agents', 'owner_user_id'), ('memory_blocks', 'owner_user_id'), ('keywords', 'owner_user_id'), ('keyword_changes', 'owner_user_id'),
    ('proposals', 'owner_user_id'), ('secret_findings', 'owner_user_id'), ('secret_policies', 'owner_user_id'),
    ('optimization_runs', 'owner_user_id'), ('bulk_edits', 'owner_user_id'), ('pinned_questions', 'owner_user_id'),
    ('saved_views', 'owner_user_id'), ('workspace_tallies', 'owner_user_id'), ('pinned_views', 'user_id'), ('visits', 'user_id'),
    ('jobs', 'user_id'), ('agent_activity', 'user_id'), ('audits', 'actor_user_id')
  ) as t (name, person) loop
    execute format('create trigger %I before insert or update on %I for each row
      when (new.tenant_id is distinct from coalesce(new.organization_id, new.%I, ''00000000-0000-0000-0000-000000000000''))
      execute function hindsight_set_tenant(%L)', owned.name || '_tenant', owned.name, owned.person, owned.person);
    execute format('alter table %I add constraint %I check
      (tenant_id is not distinct from coalesce(organization_id, %I, ''00000000-0000-0000-0000-000000000000''))',
      owned.name, owned.name || '_tenant_check', owned.person);
  end loop;
  for owned in select * from (values
    ('memory_block_versions', 'memory_block_id'), ('memory_block_feedback', 'memory_block_id'), ('memory_block_keywords', 'memory_block_id'),
    ('memory_block_fingerprints', 'memory_block_id'), ('memory_block_embeddings', 'memory_block_id'), ('retrieval_events', 'memory_block_id'),
    ('job_items', 'job_id'), ('keyword_distinctions', 'first_id')
  ) as t (name, parent) loop
    execute format('create trigger %I before insert or update on %I for each row execute function hindsight_set_tenant(%L)',
      owned.name || '_tenant', owned.name, owned.parent);
    execute format('alter table %I add constraint %I check (tenant_id is not null)', owned.name, owned.name || '_tenant_check');
  end loop;
end $$;
--> statement-breakpoint
-- Every table but the two that sign-in reads before it knows the person, and the counters of rates. Tables without a policy are the service's own.
DO $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not in ('users', 'organizations', 'rate_counters') order by relname loop
    execute format('alter table %I enable row level security', name);
  end loop;
end $$;
--> statement-breakpoint
-- Policies and views for what belongs to a workspace. The views have the rows that the policies let through, for queries whose conditions go
-- by an index: PostgreSQL applies those of a policy first. Locking a row needs the policy of updates too, so that it is as wide as reading;
-- the row that results decides.
DO $$
declare
  name text;
  own constant text := 'visibility_scope = ''personal'' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = ''member''';
  by_tenant constant text := '(select hindsight_kind()) = ''superadmin'' or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = ''member'')
    or tenant_id = any ((select hindsight_organizations(''read''))::uuid[]) or tenant_id = ''00000000-0000-0000-0000-000000000000''';
  reads_own constant text := format('(select hindsight_kind()) = ''superadmin'' or (%s)
    or (visibility_scope = ''organization'' and organization_id = any ((select hindsight_organizations(''read''))::uuid[]))', own);
  reads constant text := reads_own || ' or visibility_scope = ''public''';
  writes text;
begin
  foreach name in array array['agents', 'keywords', 'memory_blocks', 'optimization_runs', 'secret_findings', 'keyword_changes',
      'pinned_questions', 'proposals', 'memory_block_keywords', 'memory_block_fingerprints', 'memory_block_embeddings'] loop
    -- Two spellings of one fact, because replacing a policy locks its table.
    writes := format('(select hindsight_kind()) = ''superadmin'' or (%s and (select %s) = ''yes'')
      or (visibility_scope = ''organization'' and organization_id = any ((select hindsight_organizations(''write''))::uuid[]))', own,
      case when name in ('agents', 'keywords', 'memory_blocks', 'optimization_runs', 'secret_findings')
        then 'current_setting(''hindsight.writes'', true)' else 'hindsight_fact(''writes'')' end);
    if name like 'memory\_block\_%' then
      writes := format('exists (select 1 from memory_blocks where memory_blocks.id = %I.memory_block_id and (%s))', name, writes);
      execute format('create policy %I on %I for select using (exists (select 1 from memory_blocks where memory_blocks.id = %2$I.memory_block_id))',
        name || '_read', name);
      execute format('create policy %I on %I for update using (%s) with check (%3$s)', name || '_update', name, writes);
    else
      execute format('create policy %I on %I for select using (%s)', name || '_read', name, case name when 'secret_findings' then reads_own else reads end);
      execute format('create policy %I on %I for update using (%s) with check (%s)', name || '_update', name,
        case name when 'secret_findings' then reads_own else reads end, writes);
    end if;
    execute format('create policy %I on %I for insert with check (%s)', name || '_insert', name, writes);
    execute format('create policy %I on %I for delete using (%s)', name || '_delete', name, writes);
  end loop;
  execute format('create policy workspace_tallies_read on workspace_tallies for select using (%s)', reads);
  foreach name in array array['memory_block_usage', 'memory_blocks_to_embed', 'search_documents', 'search_term_changes', 'search_terms'] loop
    execute format('create policy %I on %I for select using (%s)', name || '_read', name, by_tenant);
  end loop;
  foreach name in array array['memory_block_versions', 'memory_block_feedback', 'retrieval_events'] loop
    execute format('create policy %I on %I using (exists (select 1 from memory_blocks where memory_blocks.id = %2$I.memory_block_id))
      with check (exists (select 1 from memory_blocks where memory_blocks.id = %2$I.memory_block_id))', name || '_all', name);
  end loop;
  foreach name in array array['agents', 'memory_blocks', 'keywords'] loop
    execute format('create view %I as select %s from %I where %s', 'readable_' || name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = name::regclass and attnum > 0 and (attname <> 'tenant_id' or name = 'keywords')), name, reads);
  end loop;
  foreach name in array array['memory_block_usage', 'search_documents', 'search_terms'] loop
    execute format('create view %I as select * from %I where %s', 'readable_' || name, name, by_tenant);
  end loop;
  execute format('create view readable_memory_block_fingerprints as select print.memory_block_id, bands, source_hash
    from memory_block_fingerprints as print join memory_blocks as block on block.id = print.memory_block_id where %s', reads);
  execute format('create view readable_memory_block_embeddings as select embedding.memory_block_id, model, embedding.embedding, embedding.updated_at
    from memory_block_embeddings as embedding join memory_blocks as block on block.id = embedding.memory_block_id where %s', reads);
  execute format('create view readable_memory_block_keywords as
    select link.memory_block_id, link.keyword_id, block.visibility_scope, block.owner_user_id, block.organization_id, block.archived
    from memory_block_keywords as link join memory_blocks as block on block.id = link.memory_block_id where %s', reads);
  -- Without a look at the memories: a list that is narrowed by a frequent keyword is read in its order and ends with its page.
  execute format('create view readable_keyword_links as select memory_block_id, keyword_id from memory_block_keywords as link where %s', by_tenant);
end $$;
--> statement-breakpoint
-- Both keywords are of one workspace, so that the first one says whose the pair is.
CREATE POLICY keyword_distinctions_read ON keyword_distinctions FOR SELECT USING (exists (select 1 from keywords where keywords.id = first_id));
--> statement-breakpoint
CREATE POLICY keyword_distinctions_insert ON keyword_distinctions FOR INSERT WITH CHECK (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY keyword_distinctions_update ON keyword_distinctions FOR UPDATE USING (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))))
  WITH CHECK (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY keyword_distinctions_delete ON keyword_distinctions FOR DELETE USING (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
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
--> statement-breakpoint
-- What agents do outside of organizations is for the owner of their token alone. The service itself writes.
CREATE POLICY agent_activity_read ON agent_activity FOR SELECT USING (
  (organization_id is null and user_id = (select hindsight_user()) and (select hindsight_kind()) in ('member', 'superadmin'))
  or organization_id = any ((select hindsight_organizations('read'))::uuid[])
  or (organization_id is not null and (select hindsight_kind()) = 'superadmin'));
--> statement-breakpoint
CREATE POLICY audits_read ON audits FOR SELECT USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[])
    or ((select hindsight_fact('beta')) = 'admin' and target_type in ('beta_access_user', 'beta_access_request')));
--> statement-breakpoint
-- The trail is only added to, by the person who acts.
CREATE POLICY audits_insert ON audits FOR INSERT WITH CHECK (actor_user_id = (select hindsight_user()));
--> statement-breakpoint
CREATE POLICY memberships_read ON memberships FOR SELECT USING ((select hindsight_kind()) = 'superadmin' or user_id = (select hindsight_user()) or organization_id = any ((select hindsight_organizations('member'))::uuid[]));--> statement-breakpoint
CREATE POLICY memberships_insert ON memberships FOR INSERT WITH CHECK (user_id = (select hindsight_user())
    and (exists (select 1 from organizations where organizations.id = memberships.organization_id and organizations.created_by = (select hindsight_user()))
      or exists (select 1 from invitations where invitations.organization_id = memberships.organization_id and invitations.email = (select hindsight_fact('email'))
        and invitations.status = 'pending' and invitations.expires_at > now())));
--> statement-breakpoint
CREATE POLICY memberships_update ON memberships FOR UPDATE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[])) WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));--> statement-breakpoint
CREATE POLICY memberships_delete ON memberships FOR DELETE USING ((select hindsight_kind()) = 'superadmin' or user_id = (select hindsight_user()) or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));--> statement-breakpoint
CREATE POLICY invitations_read ON invitations FOR SELECT USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]) or email = (select hindsight_fact('email')));--> statement-breakpoint
CREATE POLICY invitations_insert ON invitations FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));--> statement-breakpoint
CREATE POLICY invitations_update ON invitations FOR UPDATE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]) or email = (select hindsight_fact('email'))) WITH CHECK ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]) or email = (select hindsight_fact('email')));--> statement-breakpoint
CREATE POLICY invitations_delete ON invitations FOR DELETE USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[]));--> statement-breakpoint
-- Anyone may notify a person; reading the notification is for that person alone.
CREATE POLICY notifications_insert ON notifications FOR INSERT WITH CHECK ((select hindsight_user()) is not null);
--> statement-breakpoint
CREATE POLICY notifications_read ON notifications FOR SELECT USING (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY notifications_update ON notifications FOR UPDATE USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY notifications_delete ON notifications FOR DELETE USING (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY mails_read ON mails FOR SELECT USING (actor_user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY mails_insert ON mails FOR INSERT WITH CHECK ((select hindsight_user()) is not null and coalesce(actor_user_id, (select hindsight_user())) = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY beta_access_requests_own ON beta_access_requests USING (user_id = (select hindsight_user()) or (select hindsight_fact('beta')) = 'admin') WITH CHECK (user_id = (select hindsight_user()) or (select hindsight_fact('beta')) = 'admin');--> statement-breakpoint
-- An undecided request belongs to nobody yet: a signed-in person finds it by the hash of its code. Once decided, it is that person's alone.
CREATE POLICY device_grants_decide ON device_grants
  USING ((select hindsight_user()) is not null and (user_id is null or user_id = (select hindsight_user())))
  WITH CHECK (user_id = (select hindsight_user()));
--> statement-breakpoint
-- One's own, of the workspaces that one still reads.
CREATE POLICY bulk_edits_own ON bulk_edits USING (user_id = (select hindsight_user()) and ((select hindsight_kind()) = 'superadmin'
    or ((select hindsight_kind()) = 'member' and (organization_id is null or organization_id = any ((select hindsight_organizations('read'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY pinned_views_own ON pinned_views USING (user_id = (select hindsight_user()) and (select hindsight_kind()) in ('member', 'superadmin'));--> statement-breakpoint
CREATE POLICY visits_own ON visits USING (user_id = (select hindsight_user()) and (select hindsight_kind()) in ('member', 'superadmin'));--> statement-breakpoint
CREATE POLICY jobs_own ON jobs USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY job_items_own ON job_items USING (exists (select 1 from jobs where jobs.id = job_items.job_id)) WITH CHECK (exists (select 1 from jobs where jobs.id = job_items.job_id));--> statement-breakpoint
CREATE POLICY personal_access_tokens_all ON personal_access_tokens USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY notification_preferences_own ON notification_preferences USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY idempotency_keys_own ON idempotency_keys USING (user_id = (select hindsight_user())) WITH CHECK (user_id = (select hindsight_user()));--> statement-breakpoint
CREATE POLICY digests_own ON digests FOR SELECT USING (user_id = (select hindsight_user()));
