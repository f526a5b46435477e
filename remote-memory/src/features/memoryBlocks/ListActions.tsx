/** The actions in the page's header: create, export, import. */
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button, Dropdown, Icon, lazyDialog } from '@hindsight/shared-ui/core';
import { IMPORT_HASH, withCreate } from '../../model/blockAddress';
import type { MemoryView } from '../../model/memoryFilters';
import { SIGN_IN_TO } from '../blockActions/texts';
import { ExportDialog } from '../transfer/lazyExport';
import trigger from '../parts/MenuTrigger.module.css';

const ImportDialog = lazyDialog<{ onClose(): void }>(() =>
  import('../transfer/ImportDialog').then((part) => part.ImportDialog),
);

export function ListActions({ view, total }: { view: MemoryView; total: number | null }) {
  const { session, scope, guardWrite } = useShell();
  const [opened, setOpened] = useState<'export' | 'import' | null>(null);
  const problem = writeProblem(session, scope);
  const navigate = useNavigate();
  const { search, hash } = useLocation();

  const actions = useMemo(() => {
    const write = (dialog: 'create' | 'import') => {
      if (!guardWrite(SIGN_IN_TO[dialog])) return;
      if (dialog === 'import') setOpened(dialog);
      else void navigate({ search: withCreate(search) }, { preventScrollReset: true });
    };
    const off = problem === null ? {} : { disabled: true, hint: problem };
    return (
      <>
        <Dropdown
          label="Export and import"
          trigger={<Icon name="download" />}
          triggerClassName={trigger.button}
          items={[
            { key: 'export', label: 'Export…', icon: 'download', onSelect: () => setOpened('export') },
            { key: 'import', label: 'Import…', icon: 'upload', onSelect: () => write('import'), ...off },
          ]}
        />
        <Button type="primary" icon={<Icon name="plus" />} disabled={problem} onClick={() => write('create')}>
          Create Memory
        </Button>
      </>
    );
  }, [guardWrite, problem, navigate, search]);
  usePageHeader(useMemo(() => ({ actions }), [actions]));

  const isImportAsked = hash === IMPORT_HASH && session.user !== null && problem === null;
  const close = () => {
    setOpened(null);
    if (hash === IMPORT_HASH) void navigate({ search }, { replace: true });
  };
  if (opened === 'import' || isImportAsked) return <ImportDialog onClose={close} />;
  if (opened === 'export') return <ExportDialog view={view} total={total} onClose={close} />;
  return null;
}
