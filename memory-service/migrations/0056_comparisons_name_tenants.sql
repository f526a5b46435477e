-- The last rows of a memory that did not name its tenant: their policy looks the memory up for a new row alone.
ALTER TABLE memory_blocks_to_compare ADD COLUMN tenant_id uuid;--> statement-breakpoint
UPDATE memory_blocks_to_compare AS queued SET tenant_id = block.tenant_id FROM memory_blocks AS block WHERE block.id = queued.memory_block_id;--> statement-breakpoint
ALTER TABLE memory_blocks_to_compare ALTER COLUMN tenant_id SET NOT NULL;--> statement-breakpoint
ALTER POLICY memory_blocks_to_compare_all ON memory_blocks_to_compare USING ((select current_setting('hindsight.kind', true)) = 'superadmin'
    or tenant_id = any ((select nullif(current_setting('hindsight.writable', true), '')::uuid[])::uuid[]))
  WITH CHECK (((select current_setting('hindsight.kind', true)) = 'superadmin'
    or tenant_id = any ((select nullif(current_setting('hindsight.writable', true), '')::uuid[])::uuid[]))
    and exists (select 1 from memory_blocks where memory_blocks.id = memory_block_id and memory_blocks.tenant_id = memory_blocks_to_compare.tenant_id));
