import { useState } from 'react';
import type { ParcelLinks } from '@portal/proto/http/search-results';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Icon } from '../../ui/components/icon.js';
import { Overlay } from '../../ui/components/overlay.js';
import { useLazyParcelLinksQuery, type LinkSystem } from './results.api.js';

/**
 * The parcels of a document as links to the county's tax or map system (B4-32 to B4-34). A document without parcels
 * shows the server's reason (B4-35). A failure shows a shared error (B4-36) and closes the dialog.
 */
export const useParcelLinks = () => {
  const t = useTexts();
  const [ask, { isFetching }] = useLazyParcelLinksQuery();
  const [shown, setShown] = useState<{ system: LinkSystem; links: ParcelLinks }>();
  const failed = (failure: unknown): void => {
    const error = callErrorOf(failure);
    if (isLoginNeeded(error)) return;
    void showAlert(error.kind === 'refused' ? windowErrorText(t, error) : genericErrorText(t, error));
  };
  const show = async (system: LinkSystem, id: string): Promise<void> => {
    const { data: links, error } = await ask({ system, id });
    if (!links) failed(error);
    else if (links.parcelIds.length === 0) void showAlert(t('results:links.none'));
    else setShown({ system, links });
  };
  return {
    show: (system: LinkSystem, id: string): void => void show(system, id),
    dialog: (
      <>
        {isFetching && <Overlay text={t('ui:loading')} />}
        {shown && <ParcelLinksDialog {...shown} onClose={() => setShown(undefined)} />}
      </>
    ),
  };
};

interface ParcelLinksDialogProps {
  system: LinkSystem;
  links: ParcelLinks;
  onClose(): void;
}

function ParcelLinksDialog({ system, links, onClose }: ParcelLinksDialogProps) {
  const t = useTexts();
  return (
    <Dialog
      title={t(`results:links.${system}`)}
      subtitle={links.header}
      onClose={onClose}
      foot={
        <button className="btn btn--primary" type="button" onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      <ul className="link-list fig">
        {links.parcelIds.map((parcelId, index) => (
          <li key={parcelId}>
            <a href={links.parcelIdLinks[index]} target="_blank" rel="noopener noreferrer">
              {parcelId} <Icon name="external" small />
              <span className="sr">{t('results:links.newTab')}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
