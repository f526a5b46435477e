/** The plain baseline app: React, a router and the list of memories with a search box. No antd, no federation, no state library. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';

declare global {
  /** Set in the HTML by serve.ts: the address of the workspace's list, and the list request already in flight. */
  var plain: { list: string; first?: Promise<Response> };
}

const PAGES = [
  { path: '/dashboard', title: 'Dashboard', limit: 6 },
  { path: '/memory-blocks', title: 'Memory Blocks', limit: 12 },
];

function useMemories(limit: number, search: string): MemoryBlock[] | null {
  const [memories, setMemories] = useState<MemoryBlock[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const query = search === '' ? '' : `&search_query=${encodeURIComponent(search)}`;
    const answer = plain.first ?? fetch(`${plain.list}&limit=${limit}${query}`);
    delete plain.first;
    void answer
      .then((response) => response.json() as Promise<{ items: MemoryBlock[] }>)
      .then(({ items }) => isCurrent && setMemories(items));
    return () => {
      isCurrent = false;
    };
  }, [limit, search]);
  return memories;
}

function Row({ memory }: { memory: MemoryBlock }) {
  const [title, ...rest] = memory.content.split('. ');
  const keywords = memory.keywords?.map(({ keyword_text: text }) => text).join(', ');
  return (
    <article>
      <h2>
        <Link to={`/memory-blocks/${memory.id}`}>{title}</Link>
      </h2>
      <p>{memory.lessons_learned ?? rest.join('. ')}</p>
      <p>
        {keywords} · {memory.feedback_score} · {memory.retrieval_count} ·{' '}
        {new Date(memory.created_at).toLocaleDateString()}
      </p>
    </article>
  );
}

function List({ title, limit }: { title: string; limit: number }) {
  const [search, setSearch] = useState('');
  const memories = useMemories(limit, search);
  return (
    <>
      <nav>
        {PAGES.map((page) => (
          <Link key={page.path} to={page.path}>
            {page.title}
          </Link>
        ))}
      </nav>
      <main>
        <h1>{title}</h1>
        <input
          role="searchbox"
          aria-label="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {memories?.map((memory) => (
          <Row key={memory.id} memory={memory} />
        ))}
      </main>
    </>
  );
}

const router = createBrowserRouter(
  PAGES.map(({ path, ...page }) => ({ path, element: <List key={path} {...page} /> })),
);
createRoot(document.getElementById('root')!).render(<RouterProvider router={router} />);
