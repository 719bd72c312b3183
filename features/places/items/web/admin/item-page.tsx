import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showUndoToast } from '#platform/web/ui/feedback/undo-toast.tsx'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { AdminItem } from '../../contract.admin.ts'
import { itemName } from '../data/items.ts'
import { itemDraftSchema, useSetItemActive } from './data/items.ts'
import { AdminItemForm, draftOfItem } from './item-form.tsx'
import classes from './items.module.css'
import { MergeDialog } from './merge-dialog.tsx'

/** One sticker, or a new one. */
export function AdminItemPage({ item }: { item: AdminItem | null }) {
  const may = useMay()
  const { t } = useTranslation('admin-items')
  const language = currentLanguage()
  const [outdated, setOutdated] = useState(false)
  return (
    <AdminPage
      up={{ to: adminPaths.screen('items'), text: t('back') }}
      title={item ? itemName(item, language) : t('newTitle')}
    >
      <div className={classes.stack}>
        {outdated && item ? (
          <Notice
            kind="error"
            title={t('changedTitle')}
            action={
              may('GET /admin/audit') ? (
                <Link to={`${adminPaths.screen('audit')}?subject=item&subject_id=${item.id}`}>
                  {t('whatHappened')}
                </Link>
              ) : null
            }
          >
            {t('changedBody')}
          </Notice>
        ) : null}
        {item && item.merged_into !== null ? (
          <Notice
            action={<Link to={adminPaths.screen('items', item.merged_into)}>{t('openOther')}</Link>}
          >
            {t('mergedBody')}
          </Notice>
        ) : (
          <Sheet>
            <WithOfferedDraft
              // The form is remounted when another administrator has changed the sticker; the text typed here is
              // offered above it.
              key={item?.version ?? 'new'}
              name={`item-${item?.id ?? 'new'}`}
              saved={draftOfItem(item)}
              schema={itemDraftSchema}
            >
              {(draft) => <AdminItemForm item={item} draft={draft} onOutdated={setOutdated} />}
            </WithOfferedDraft>
          </Sheet>
        )}
        {item ? (
          <Facts
            facts={[
              { name: t('columns.letterboxes'), value: countInWords(item.letterboxes) },
              { name: t('columns.requests'), value: countInWords(item.requests) },
              {
                name: t('columns.state'),
                value: t(item.active ? 'states.active' : 'states.inactive'),
              },
            ]}
          />
        ) : null}
        {item && item.merged_into === null ? <ItemSteps item={item} /> : null}
      </div>
    </AdminPage>
  )
}

/** Actions for a sticker other than editing it. */
function ItemSteps({ item }: { item: AdminItem }) {
  const may = useMay()
  const { t } = useTranslation('admin-items')
  const { ofError } = useErrorText()
  const [merging, setMerging] = useState(false)
  const setActive = useSetItemActive()
  const turn = (from: AdminItem, active: boolean) =>
    setActive.mutate(
      { id: from.id, version: from.version, active },
      {
        onSuccess: (now) =>
          showUndoToast({
            id: `item-${now.id}`,
            message: t(active ? 'activated' : 'deactivated'),
            label: t('undo'),
            undo: () => turn(now, !active),
          }),
      },
    )
  return (
    <>
      {setActive.isError ? <Notice kind="error">{ofError(setActive.error)}</Notice> : null}
      <div className={classes.steps}>
        <AppButton
          tone="secondary"
          loading={setActive.isPending}
          onClick={() => turn(item, !item.active)}
        >
          {t(item.active ? 'deactivate' : 'activate')}
        </AppButton>
        {may('POST /admin/items/merge') ? (
          <AppButton
            tone="secondary"
            leftSection={<AdminIcon name="merge" />}
            onClick={() => setMerging(true)}
          >
            {t('merge.open')}
          </AppButton>
        ) : null}
      </div>
      <p className={classes.hint}>{t('deactivateHint')}</p>
      <MergeDialog item={item} opened={merging} onClose={() => setMerging(false)} />
    </>
  )
}
