ALTER TABLE "review_proposals" ADD COLUMN "added_keywords" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "review_proposals" SET "added_keywords" = "keywords" WHERE "kind" = 'keywords' AND "state" = 'accepted';
