-- Weekly digests by mail.
CREATE TABLE "digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digests_due_idx" ON "digests" USING btree ("due_at");
--> statement-breakpoint
ALTER TABLE digests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY digests_own ON digests FOR SELECT USING (user_id = (select hindsight_user()));
