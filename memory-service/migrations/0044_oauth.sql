-- Sign-in of agents by OAuth (docs/adr/0550), and tokens that are limited to their owner's personal workspace.
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
ALTER TABLE "personal_access_tokens" ADD COLUMN "is_personal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD COLUMN "agent_id" uuid;--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD COLUMN "oauth_client_id" text;--> statement-breakpoint
ALTER TABLE "oauth_records" ADD CONSTRAINT "oauth_records_token_id_personal_access_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."personal_access_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_records_grant_idx" ON "oauth_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_records_client_idx" ON "oauth_records" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_records_token_idx" ON "oauth_records" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "oauth_records_expires_idx" ON "oauth_records" USING btree ("expires_at");
--> statement-breakpoint
-- Without a policy: the service reads and writes it, nobody on behalf of a person does.
ALTER TABLE oauth_records ENABLE ROW LEVEL SECURITY;
