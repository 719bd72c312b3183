import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { AdminItem } from '../../contract.admin.ts'
import { itemName } from '../data/items.ts'
import { useAdminItems, useMergeItems, useMergePreview } from './data/items.ts'
import classes from './items.module.css'

/** How many stickers the dialog offers as targets. */
const CHOICES = '200'

interface MergeDialogProps {
  item: AdminItem
  opened: boolean
  onClose: () => void
}

/** Merges a sticker into another one, after showing how many records that moves. */
export function MergeDialog({ item, opened, onClose }: MergeDialogProps) {
  const { t } = useTranslation('admin-items')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const language = currentLanguage()
  const [into, setInto] = useState<number | null>(null)
  const all = useAdminItems({ size: CHOICES, sort: 'name' })
  const preview = useMergePreview(item.id, into)
  const merge = useMergeItems()
  const otherItems = (all.data?.rows ?? []).filter(({ id }) => id !== item.id)
  const targetItem = otherItems.find(({ id }) => id === into)
  const [from, to] = [itemName(item, language), itemName(targetItem, language)]
  const ready = targetItem !== undefined && preview.data !== undefined
  const confirm = () => {
    if (!ready) return
    merge.mutate(
      { id: item.id, version: item.version, into: targetItem.id },
      {
        onSuccess: ({ id }) => {
          onClose()
          showToast({ message: t('merge.done', { from, to }) })
          navigate(adminPaths.screen('items', id))
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('merge.title', { from })}
      confirmLabel={t('merge.confirm')}
      destructive
      loading={merge.isPending || (into !== null && preview.isFetching)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={classes.merge}>
        <p>{t('merge.lead')}</p>
        <SelectField
          label={t('merge.into')}
          value={into === null ? '' : `${into}`}
          onChange={({ currentTarget: { value } }) => setInto(value === '' ? null : Number(value))}
          data={[
            { value: '', label: t('merge.choose') },
            ...otherItems.map((other) => ({
              value: `${other.id}`,
              label: itemName(other, language),
            })),
          ]}
        />
        <div role="status">
          {ready ? (
            <ul>
              <li>{t('merge.letterboxes', { count: preview.data.letterboxes, to })}</li>
              <li>{t('merge.both', { count: preview.data.both })}</li>
              <li>{t('merge.requests', { count: preview.data.requests })}</li>
              <li>{t('merge.running', { count: preview.data.running })}</li>
              <li>{t('merge.wishes', { count: preview.data.wishes })}</li>
            </ul>
          ) : null}
        </div>
        {ready ? <p>{t('merge.final', { from, to })}</p> : null}
        {merge.isError ? <Notice kind="error">{ofError(merge.error)}</Notice> : null}
      </div>
    </ConfirmDialog>
  )
}
