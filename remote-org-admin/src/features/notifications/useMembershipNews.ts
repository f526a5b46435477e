/** Lets session and workspace follow what the bell hears: a membership that came, went or changed. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { announce } from '@hindsight/shared-ui/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { NotificationList } from '../../model/notificationList';
import { changesMembership, newsIn } from '../../model/notificationNews';

/** Reads new notifications out, and asks for session and organizations again when one of them concerns these. */
export function useMembershipNews(list: NotificationList | undefined): void {
  const { refreshSession, reloadOrganizations } = useShell();
  const before = useRef<NotificationList | undefined>(undefined);
  const hear = useEffectEvent((now: NotificationList) => {
    const news = before.current ? newsIn(before.current, now) : [];
    before.current = now;
    const [first] = news;
    if (!first) return;
    announce(news.length === 1 ? `New notification: ${first.title}` : `${news.length} new notifications`);
    if (changesMembership(news)) void refreshSession().then(reloadOrganizations);
  });
  useEffect(() => {
    if (list) hear(list);
  }, [list]);
}
