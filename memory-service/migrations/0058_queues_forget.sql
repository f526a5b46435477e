-- Where memories are distributed, what is queued of them goes by a statement of those who delete them, and not by a key.
CREATE POLICY memory_blocks_to_embed_delete ON memory_blocks_to_embed FOR DELETE USING ((select current_setting('hindsight.kind', true)) = 'superadmin'
  or tenant_id = any ((select nullif(current_setting('hindsight.writable', true), '')::uuid[])::uuid[]));
