/** Recent memories by day and agent. */
import type { Memory } from './memory';

/** A local day with its memories, newest first, grouped by agent. */
export interface FeedDay {
  /** Time of the day's newest memory. */
  at: string;
  agents: { id: string; name: string; rows: Memory[] }[];
}

const toLocalDay = (iso: string): string => new Date(iso).toDateString();

/** @param rows newest first. */
export function groupByDay(rows: readonly Memory[]): FeedDay[] {
  const days: FeedDay[] = [];
  for (const row of rows) {
    let day = days.at(-1);
    if (!day || toLocalDay(day.at) !== toLocalDay(row.createdAt)) {
      day = { at: row.createdAt, agents: [] };
      days.push(day);
    }
    const agent = day.agents.find(({ id }) => id === row.agentId);
    if (agent) agent.rows.push(row);
    else day.agents.push({ id: row.agentId, name: row.agentName, rows: [row] });
  }
  return days;
}
