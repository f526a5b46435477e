import { countTransfers } from './visit';

it('counts requests sent and bytes completed before the rows', () => {
  const transfers = [
    { sentAt: 10, received: { at: 10.1, bytes: 20 } },
    { sentAt: 10.1, received: { at: 10.5, bytes: 300 } },
    { sentAt: 10.2, received: { at: 10.6, bytes: 4_000 } },
    { sentAt: 10.3, received: { at: 10.7, bytes: 50_000 } },
    { sentAt: 10.4 },
    { sentAt: 11, received: { at: 11.1, bytes: 600_000 } },
  ];
  expect(countTransfers(transfers, 600)).toEqual({ requests: 5, bytes: 4_320 });
  expect(countTransfers([], 600)).toEqual({ requests: 0, bytes: 0 });
});
