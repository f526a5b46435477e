-- One table for everything that is proposed: merges, conflicts, shorter texts, keywords, what to archive and what was marked.
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
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_key" ON "proposals" USING btree ("memory_block_ids","kind") WHERE kind <> 'consolidation';--> statement-breakpoint
CREATE INDEX "proposals_memory_blocks_idx" ON "proposals" USING gin ("memory_block_ids");--> statement-breakpoint
CREATE INDEX "proposals_organization_idx" ON "proposals" USING btree ("organization_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "proposals_owner_idx" ON "proposals" USING btree ("owner_user_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "proposals_list_idx" ON "proposals" USING btree ("kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proposals_group_idx" ON "proposals" USING btree ("group_id") WHERE group_id is not null;
--> statement-breakpoint
-- What was proposed before is kept, under the same ids.
INSERT INTO proposals (id, kind, memory_block_ids, generated_by, state, keywords, content, lessons_learned, group_id, result_id,
    visibility_scope, owner_user_id, organization_id, tenant_id, created_at, updated_at)
  SELECT id, 'consolidation', original_memory_ids, generated_by,
    (CASE status WHEN 'validated' THEN 'accepted' ELSE status::text END)::proposal_state, suggested_keywords, suggested_content,
    suggested_lessons_learned, group_id, merged_memory_id, visibility_scope, owner_user_id, organization_id,
    coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'), created_at, updated_at
  FROM consolidation_suggestions;
--> statement-breakpoint
INSERT INTO proposals (id, kind, memory_block_ids, reason, generated_by, state, block_updated_at, keywords, added_keywords,
    visibility_scope, owner_user_id, organization_id, tenant_id, created_at, updated_at)
  SELECT id, kind, array[memory_block_id], reason, generated_by, state, block_updated_at, keywords, added_keywords, visibility_scope,
    owner_user_id, organization_id, coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'), created_at, created_at
  FROM review_proposals;
--> statement-breakpoint
INSERT INTO proposals (id, kind, memory_block_ids, generated_by, state, result_id, texts_hash, ground, places,
    visibility_scope, owner_user_id, organization_id, tenant_id, created_at, updated_at)
  SELECT id, 'contradiction', array[older_id, newer_id], generated_by, state, kept_id, texts_hash, ground,
    array[older_from, older_length, newer_from, newer_length], visibility_scope, owner_user_id, organization_id,
    coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'), created_at, created_at
  FROM contradictions;
--> statement-breakpoint
DROP TABLE "consolidation_suggestions" CASCADE;--> statement-breakpoint
DROP TABLE "contradictions" CASCADE;--> statement-breakpoint
DROP TABLE "review_proposals" CASCADE;--> statement-breakpoint
DROP TYPE "public"."consolidation_status";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hindsight_forget_organization(gone uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
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
ALTER TABLE proposals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY proposals_read ON proposals FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public');
--> statement-breakpoint
CREATE POLICY proposals_insert ON proposals FOR INSERT WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
-- Locking a row needs this policy too, so that it is as wide as reading; the row that results decides.
CREATE POLICY proposals_update ON proposals FOR UPDATE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[])) or visibility_scope = 'public')
  WITH CHECK ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE POLICY proposals_delete ON proposals FOR DELETE USING ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('write'))::uuid[])));
--> statement-breakpoint
CREATE TRIGGER proposals_log_insert AFTER INSERT ON proposals REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER proposals_log_update AFTER UPDATE ON proposals REFERENCING OLD TABLE AS former NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER proposals_log_delete AFTER DELETE ON proposals REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION hindsight_log_rows('suggestions');
--> statement-breakpoint
CREATE TRIGGER proposals_tenant BEFORE INSERT OR UPDATE ON proposals FOR EACH ROW
  WHEN (new.tenant_id IS DISTINCT FROM coalesce(new.organization_id, new.owner_user_id, '00000000-0000-0000-0000-000000000000'))
  EXECUTE FUNCTION hindsight_set_tenant('owner_user_id');
--> statement-breakpoint
ALTER TABLE proposals ADD CONSTRAINT proposals_tenant_check CHECK
  (tenant_id IS NOT DISTINCT FROM coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'));
--> statement-breakpoint
-- A proposal about a memory that is gone says nothing; a decided merge stays as a record.
CREATE FUNCTION hindsight_drop_proposals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  delete from proposals where kind <> 'consolidation' and memory_block_ids && (select array_agg(id) from gone);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_drop_proposals AFTER DELETE ON memory_blocks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION hindsight_drop_proposals();
