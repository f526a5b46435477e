/** Texts of the guide that the specification does not define. */
export const TEXTS = {
  connect: (client: string) => `Connect ${client}`,
  own: (client: string) => `Let ${client} sign in by itself`,
  oneCommand: 'With one command',
  or: 'Or with one command',
  whatItDoes: (client: string) =>
    `Run this on the machine of your coding agent. It writes the configuration of ${client}, asks for your approval here if the client can’t sign in on its own, and checks that it works.`,
  doctor: 'If something goes wrong later, run doctor instead of connect. To undo everything, run disconnect.',
  conversation:
    'If you keep the sample value in `DEFAULT_CONVERSATION_ID`, each run of your agent becomes a separate conversation. Replace it only to keep everything in one conversation.',
  codeLink: 'Enter the code from your terminal',
  byHand: 'Set it up by hand',
  waiting: 'Waiting for your agent…',
  waitingHint: 'Start your client. This turns green with its first request.',
  connected: (name: string) => `${name} is connected.`,
} as const;
