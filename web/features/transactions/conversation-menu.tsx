import type { Transaction } from '@letterlend/contract/transactions.ts'
import { useNavigate } from 'react-router'
import { useArchive, useMute } from '../../data/transactions.ts'
import { useTranslation } from '../../start/texts.ts'
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { showToast } from '../../ui/toast.ts'
import { showUndoToast } from '../../ui/undo-toast.tsx'

interface ConversationMenuProps {
  transaction: Transaction
  /** The list beside it, or before it. */
  list: string
}

/** What else can be done with a conversation. Each can be taken back at once. */
export function ConversationMenu({ transaction, list }: ConversationMenuProps) {
  const { t } = useTranslation('inbox')
  return <ActionMenu label={t('menu.label')} actions={useKeeping(transaction, list)} />
}

/** Out of the way, or quiet; or neither any more. */
function useKeeping({ id, archived, muted }: Transaction, list: string): MenuAction[] {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  const archive = useArchive()
  const mute = useMute()
  const onError = (error: unknown) => showToast({ kind: 'error', message: ofError(error) })
  const keep = (
    kind: 'archive' | 'mute',
    value: boolean,
    message: string,
    { undoable = true } = {},
  ) => {
    const change = kind === 'archive' ? archive : mute
    change.mutate({ id, value }, { onError })
    const undo = () => keep(kind, !value, message, { undoable: false })
    if (undoable) showUndoToast({ id: `${kind}.${id}`, message, undo, label: t('menu.undo') })
  }
  return [
    {
      icon: 'archive',
      label: archived ? t('menu.unarchive') : t('menu.archive'),
      onPress: () => {
        keep('archive', !archived, archived ? t('menu.unarchived') : t('menu.archived'))
        if (!archived) navigate(list)
      },
    },
    {
      icon: muted ? 'bell' : 'bellOff',
      label: muted ? t('menu.unmute') : t('menu.mute'),
      onPress: () => keep('mute', !muted, muted ? t('menu.unmuted') : t('menu.muted')),
    },
  ]
}
