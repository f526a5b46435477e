/** Texts of the guide that the specification does not give. */
export const TEXTS = {
  oneCommand: 'Connect with one command',
  whatItDoes: (client: string) =>
    `Run this on the machine of your coding agent. It asks for your approval here, writes the configuration of ${client} (chosen below) and checks that it works.`,
  doctor: 'If something is wrong later, run doctor instead of connect; disconnect undoes everything.',
  codeLink: 'Enter the code from your terminal',
  byHand: 'Or set it up by hand:',
} as const;
