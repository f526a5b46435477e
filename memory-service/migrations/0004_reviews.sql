ALTER TABLE "consolidation_suggestions" ADD COLUMN "generated_by" varchar(20);--> statement-breakpoint
ALTER TABLE "consolidation_suggestions" ADD COLUMN "merged_memory_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "run_id" uuid;