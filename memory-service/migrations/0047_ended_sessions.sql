-- Sessions that their people have signed out of: no replica lets one in again.
CREATE TABLE "ended_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Without a policy: the service reads and writes it, nobody on behalf of a person does.
ALTER TABLE ended_sessions ENABLE ROW LEVEL SECURITY;
