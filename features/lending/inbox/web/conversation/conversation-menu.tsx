import { useNavigate } from 'react-router'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useArchive, useMute } from '#features/lending/conversations/transactions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ActionMenu, type MenuAction } from '#platform/web/ui/action-menu.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { showUndoToast } from '#platform/web/ui/feedback/undo-toast.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Safety } from '../safety/use-safety.tsx'

interface ConversationMenuProps {
  transaction: Transaction
  /** The list that the conversation was opened from. */
  list: string
  safety: Safety
}

/** Further actions for a conversation and its other side. */
export function ConversationMenu({ transaction, list, safety }: ConversationMenuProps) {
  const { t } = useTranslation('inbox')
  const keeping = useKeeping(transaction, list)
  const { blocking, onBlock, onReport } = safety
  const { name } = blocking
  const actions = [...keeping]
  if (onReport)
    actions.push({ icon: 'warning', label: t('menu.report'), onPress: () => onReport() })
  if (onBlock) {
    const label = name === null ? t('menu.blockUnnamed') : t('menu.block', { name })
    actions.push({ icon: 'eyeOff', label, danger: true, onPress: onBlock })
  }
  return <ActionMenu label={t('menu.label')} actions={actions} />
}

/** Archives or mutes a conversation, or reverses either. A notice offers to undo it. */
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
