/** Options for the federation plugin of Vite or Rspack: `federation(federationOptions())`. The name contains the version being built. */
export function federationOptions(root?: string): {
  name: string;
  filename: string;
  exposes: Record<'./remote', string>;
  shared: Record<
    string,
    {
      singleton: true;
      strictVersion: true;
      requiredVersion: string;
      import?: false;
      version?: string;
      eager?: true;
    }
  >;
  shareStrategy: 'loaded-first';
  manifest: true;
  dts: false;
};
