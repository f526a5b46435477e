-- Which entries one transaction wrote; the default comes apart, so that rows from before stay as they are and unknown.
ALTER TABLE "audits" ADD COLUMN "transaction_id" bigint;
--> statement-breakpoint
ALTER TABLE "audits" ALTER COLUMN "transaction_id" SET DEFAULT (pg_current_xact_id()::text)::bigint;
--> statement-breakpoint
CREATE INDEX "audits_transaction_idx" ON "audits" USING btree ("transaction_id");
