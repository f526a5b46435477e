/** Texts of the guide that the specification does not give. */
export const TEXTS = {
  own: (client: string) => `Add it with ${client} itself and sign in`,
  oneCommand: 'Connect with one command',
  whatItDoes: (client: string) =>
    `Run this on the machine of your coding agent. It writes the configuration of ${client} (chosen below), asks for your approval here where the client cannot sign in by itself, and checks that it works.`,
  doctor: 'If something is wrong later, run doctor instead of connect; disconnect undoes everything.',
  conversation:
    'Leave the sample in `DEFAULT_CONVERSATION_ID`, and each start of your agent is a conversation of its own. Replace it with an ID of your own only to keep everything in one conversation.',
  codeLink: 'Enter the code from your terminal',
  byHand: 'Or set it up by hand:',
} as const;
