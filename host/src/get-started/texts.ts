/** Texts of the guide that the specification does not give. */
export const TEXTS = {
  oneCommand: 'Connect with one command',
  whatItDoes: (client: string) =>
    `Run this on the machine of your coding agent. It asks for your approval here, writes the configuration of ${client} (chosen below) and checks that it works.`,
  doctor: 'Something wrong later? Replace connect by doctor, and disconnect takes everything back.',
  codeLink: 'Enter a code',
  byHand: 'Or set it up by hand:',
} as const;
