-- Memories that contradict each other, for the review inbox, and the queue of those to compare.
CREATE TABLE "contradictions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"older_id" uuid NOT NULL,
	"newer_id" uuid NOT NULL,
	"texts_hash" varchar(65) NOT NULL,
	"ground" varchar(20) NOT NULL,
	"generated_by" varchar(20) NOT NULL,
	"older_from" integer NOT NULL,
	"older_length" integer NOT NULL,
	"newer_from" integer NOT NULL,
	"newer_length" integer NOT NULL,
	"state" "proposal_state" DEFAULT 'pending' NOT NULL,
	"kept_id" uuid,
	"visibility_scope" "visibility_scope" NOT NULL,
	"owner_user_id" uuid,
	"organization_id" uuid,
	"tenant_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contradictions_scope_check" CHECK (("contradictions"."visibility_scope" = 'personal') = ("contradictions"."owner_user_id" is not null)
      and ("contradictions"."visibility_scope" = 'organization') = ("contradictions"."organization_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "memory_blocks_to_compare" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retry_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contradictions" ADD CONSTRAINT "contradictions_older_id_memory_blocks_id_fk" FOREIGN KEY ("older_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contradictions" ADD CONSTRAINT "contradictions_newer_id_memory_blocks_id_fk" FOREIGN KEY ("newer_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contradictions" ADD CONSTRAINT "contradictions_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contradictions" ADD CONSTRAINT "contradictions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks_to_compare" ADD CONSTRAINT "memory_blocks_to_compare_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contradictions_key" ON "contradictions" USING btree ("older_id","newer_id");--> statement-breakpoint
CREATE INDEX "contradictions_newer_idx" ON "contradictions" USING btree ("newer_id");--> statement-breakpoint
CREATE INDEX "contradictions_organization_idx" ON "contradictions" USING btree ("organization_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "contradictions_owner_idx" ON "contradictions" USING btree ("owner_user_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "memory_blocks_to_compare_newest_idx" ON "memory_blocks_to_compare" USING btree ("queued_at" DESC NULLS FIRST);
--> statement-breakpoint
ALTER TABLE contradictions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY contradictions_read ON contradictions FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY contradictions_insert ON contradictions FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY contradictions_update ON contradictions FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY contradictions_delete ON contradictions FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE TRIGGER contradictions_log_insert AFTER INSERT ON contradictions REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER contradictions_log_update AFTER UPDATE ON contradictions REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER contradictions_log_delete AFTER DELETE ON contradictions REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER contradictions_tenant BEFORE INSERT OR UPDATE ON contradictions FOR EACH ROW
  WHEN (new.tenant_id IS DISTINCT FROM coalesce(new.organization_id, new.owner_user_id, '00000000-0000-0000-0000-000000000000'))
  EXECUTE FUNCTION hindsight_set_tenant('owner_user_id');
--> statement-breakpoint
ALTER TABLE contradictions ADD CONSTRAINT contradictions_tenant_check CHECK
  (tenant_id IS NOT DISTINCT FROM coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'));
--> statement-breakpoint
-- The queue is the service's own: no policy shows it to anybody.
ALTER TABLE memory_blocks_to_compare ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION hindsight_queue_comparison() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    insert into memory_blocks_to_compare (memory_block_id, queued_at) select id, clock_timestamp() from added where not archived
    on conflict (memory_block_id) do nothing;
  else
    insert into memory_blocks_to_compare (memory_block_id, queued_at) values (new.id, clock_timestamp())
    on conflict (memory_block_id) do update set queued_at = excluded.queued_at, retry_at = now();
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_compare_insert AFTER INSERT ON memory_blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_queue_comparison();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_compare_update AFTER UPDATE OF content, lessons_learned, archived, owner_user_id, organization_id ON memory_blocks FOR EACH ROW WHEN (
    not new.archived and (old.content, old.lessons_learned, old.archived, old.owner_user_id, old.organization_id)
    IS DISTINCT FROM (new.content, new.lessons_learned, new.archived, new.owner_user_id, new.organization_id)
  ) EXECUTE FUNCTION hindsight_queue_comparison();
