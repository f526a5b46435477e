CREATE TABLE "visits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"visibility_scope" "visibility_scope" NOT NULL,
	"organization_id" uuid,
	"new_since" timestamp with time zone,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visits_scope_check" CHECK (("visits"."visibility_scope" = 'organization') = ("visits"."organization_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "visits_key" ON "visits" USING btree ("user_id","visibility_scope",coalesce("organization_id"::text, ''));
--> statement-breakpoint
ALTER TABLE visits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY visits_own ON visits USING (user_id = (select hindsight_user()) and (select hindsight_kind()) in ('member', 'superadmin'));
