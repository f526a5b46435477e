ALTER TABLE "memory_block_feedback" ADD COLUMN "score_before" integer;--> statement-breakpoint
ALTER TABLE "memory_block_feedback" ADD COLUMN "score_after" integer;
--> statement-breakpoint
-- The mark has a column of its own since the one before.
UPDATE memory_block_feedback SET details = substring(details from '^(?:wrong|outdated): (.*)$')
WHERE problem IS NOT NULL AND details ~ '^(wrong|outdated): ';
