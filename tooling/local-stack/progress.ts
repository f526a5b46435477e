/** Prints the progress of a start: one line per step with its duration; updates lines in place only on a terminal. */

const RULE_MS = 10_000;

export interface Progress {
  /** Runs a step and prints its line on completion; the step may return a remark. */
  step<T extends string | void>(
    label: string,
    run: (report: (text: string) => void) => Promise<T>,
  ): Promise<T>;
  done(label: string, seconds: number, remark?: string): void;
  /** Prints done/total of a long step, at most ten times without a terminal. */
  counter(label: string): (done: number, total: number) => void;
  note(text: string): void;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

export function createProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  const moving = Boolean(out.isTTY) && process.env.CI !== 'true';
  const clear = moving ? '\r\u001b[2K' : '';
  let shown = false;

  const line = (text: string) => {
    out.write(`${shown ? clear : ''}${text}\n`);
    shown = false;
  };
  const showTransient = (text: string) => {
    if (!moving) return;
    out.write(`${clear}${text.slice(0, (out.columns ?? 80) - 1)}`);
    shown = true;
  };
  const reportDone = (label: string, took: number, remark?: string) =>
    line(`  ok  ${label.padEnd(22)} ${seconds(took).padStart(8)}${remark ? `  ${remark}` : ''}`);

  return {
    done: reportDone,
    note: line,
    counter(label) {
      let lastTenth = -1;
      return (count, total) => {
        const text = `  ..  ${label.padEnd(22)} ${count} of ${total}`;
        const tenth = Math.floor((count / Math.max(1, total)) * 10);
        if (moving) showTransient(text);
        else if (tenth > lastTenth) line(text);
        lastTenth = tenth;
      };
    },
    async step(label, run) {
      const began = Date.now();
      const secondsSinceStart = () => (Date.now() - began) / 1000;
      let message = '';
      const show = () =>
        showTransient(`  ..  ${label.padEnd(22)} ${seconds(secondsSinceStart()).padStart(8)}  ${message}`);
      const ticker = setInterval(show, 200);
      // Without a terminal, a long step regularly prints that it is still running.
      const heartbeat = setInterval(
        () =>
          moving || line(`  ..  ${label.padEnd(22)} ${seconds(secondsSinceStart()).padStart(8)}  ${message}`),
        RULE_MS,
      );
      show();
      try {
        const remark = await run((text) => {
          message = text;
          show();
        });
        reportDone(label, secondsSinceStart(), remark ?? undefined);
        return remark;
      } finally {
        clearInterval(ticker);
        clearInterval(heartbeat);
      }
    },
  };
}
