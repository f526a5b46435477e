CREATE TABLE "memory_blocks_to_embed" (
	"memory_block_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"text_at" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memory_blocks_to_embed" ADD CONSTRAINT "memory_blocks_to_embed_memory_block_id_memory_blocks_id_fk" FOREIGN KEY ("memory_block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_blocks_to_embed_tenant_idx" ON "memory_blocks_to_embed" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "memory_blocks_to_embed_newest_idx" ON "memory_blocks_to_embed" USING btree ("text_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memory_block_embeddings_model_idx" ON "memory_block_embeddings" USING btree ("model","memory_block_id");--> statement-breakpoint
DROP VIEW readable_memory_block_embeddings;
--> statement-breakpoint
-- Of the text that a block had before.
DELETE FROM memory_block_embeddings AS made USING memory_blocks AS block WHERE block.id = made.memory_block_id AND made.updated_at < block.updated_at
  AND made.source_hash <> md5(block.content || E'\n' || coalesce(block.lessons_learned, '') || E'\n' || coalesce(block.errors, ''));
--> statement-breakpoint
ALTER TABLE "memory_block_embeddings" DROP COLUMN "source_hash";
--> statement-breakpoint
-- A vector that fits a page is kept in its row: comparing reads all of them.
ALTER TABLE memory_block_embeddings SET (toast_tuple_target = 8160);
--> statement-breakpoint
CREATE VIEW readable_memory_block_embeddings AS SELECT embedding.* FROM memory_block_embeddings AS embedding
  JOIN memory_blocks AS block ON block.id = embedding.memory_block_id WHERE ((select hindsight_kind()) = 'superadmin'
    or (block.visibility_scope = 'personal' and block.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (block.visibility_scope = 'organization' and block.organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or block.visibility_scope = 'public');
--> statement-breakpoint
-- A new text is queued in the transaction that writes it, once a model was configured: the row `embeddings` of service_state.
CREATE FUNCTION hindsight_queue_embeddings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if tg_op = 'INSERT' then
    if exists (select 1 from service_state where key = 'embeddings') then
      insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at)
      select id, coalesce(organization_id, owner_user_id, '00000000-0000-0000-0000-000000000000'), clock_timestamp() from added
      on conflict (memory_block_id) do nothing;
    end if;
  elsif (old.content, old.lessons_learned, old.errors) is distinct from (new.content, new.lessons_learned, new.errors) then
    delete from memory_block_embeddings where memory_block_id = new.id;
    if exists (select 1 from service_state where key = 'embeddings') then
      insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at)
      values (new.id, coalesce(new.organization_id, new.owner_user_id, '00000000-0000-0000-0000-000000000000'), clock_timestamp())
      on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, text_at = excluded.text_at, retry_at = excluded.retry_at, refusals = 0;
    end if;
  else
    update memory_blocks_to_embed set tenant_id = coalesce(new.organization_id, new.owner_user_id, '00000000-0000-0000-0000-000000000000')
    where memory_block_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER memory_blocks_embed_insert AFTER INSERT ON memory_blocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hindsight_queue_embeddings();
--> statement-breakpoint
CREATE TRIGGER memory_blocks_embed_update AFTER UPDATE OF content, lessons_learned, errors, owner_user_id, organization_id ON memory_blocks FOR EACH ROW WHEN (
    (old.content, old.lessons_learned, old.errors, old.owner_user_id, old.organization_id)
    IS DISTINCT FROM (new.content, new.lessons_learned, new.errors, new.owner_user_id, new.organization_id)
  ) EXECUTE FUNCTION hindsight_queue_embeddings();
--> statement-breakpoint
ALTER TABLE memory_blocks_to_embed ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_blocks_to_embed_read ON memory_blocks_to_embed FOR SELECT USING ((select hindsight_kind()) = 'superadmin'
    or (tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or tenant_id = '00000000-0000-0000-0000-000000000000');