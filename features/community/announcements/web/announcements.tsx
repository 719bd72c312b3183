import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { takeFront, useQuiet } from '#platform/web/ui/in-front.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type Announcement, MESSAGING_ANNOUNCEMENTS } from '../contract.ts'
import {
  answerAnnouncement,
  enableMessaging,
  fetchAnnouncement,
  useFirstUnseen,
} from './data/announcements.ts'
import type { AnnouncementAnswer } from './data/unsent-answers.ts'

const AnnouncementModal = lazy(() =>
  import('./announcement-modal.tsx').then((m) => ({ default: m.AnnouncementModal })),
)

interface AnnouncementsProps {
  user: User
  /** From a followed link; it is shown first. */
  linkedId: number | null
  onLinkDone: () => void
  /** The screen may be covered, because the user is not in the middle of something. */
  welcome: boolean
  /** Called after a yes that switched messages on. Opens the page with that setting. */
  onPrivacy: () => void
}

/** Shows unseen announcements one after the other when nothing else is in front. */
export function Announcements(props: AnnouncementsProps) {
  const { user, welcome, onPrivacy } = props
  const { t } = useTranslation('announcements')
  const unseen = useFirstUnseen(user.id)
  const linked = useLinkedAnnouncement(props)
  const [shown, setShown] = useState<Announcement | null>(null)
  const [opened, setOpened] = useState(false)
  const quiet = useQuiet()
  const next = linked.announcement ?? (linked.loading ? null : unseen)

  useEffect(() => {
    if (opened || !next || !quiet || !welcome) return
    setShown(next)
    setOpened(true)
  }, [next, opened, quiet, welcome])

  // Counts as in front at once, not only after its dialog has loaded.
  useEffect(() => (opened ? takeFront() : undefined), [opened])

  const yes = async () => {
    const { enable_messaging } = await enableMessaging()
    tellMessaging(enable_messaging, t)
    onPrivacy()
  }
  const close = (answer: AnnouncementAnswer) => {
    setOpened(false)
    linked.forget()
    if (shown) answerAnnouncement(user.id, shown.id, answer)
  }

  return (
    <Suspense>
      {shown ? (
        <AnnouncementModal
          key={shown.id}
          announcement={shown}
          // The browser's Back may lead to a form. The announcement does not cover it, and does not count as seen.
          opened={opened && welcome}
          onYes={yes}
          onClose={close}
        />
      ) : null}
    </Suspense>
  )
}

type Translate = ReturnType<typeof useTranslation<'announcements'>>['t']

function tellMessaging(on: boolean, t: Translate): void {
  if (on) showToast({ message: t('messagingOn') })
  else showToast({ kind: 'warning', message: t('messagingNeedsMap') })
}

/** Handles an announcement link in the address. Two of them switch messages on and confirm it. */
function useLinkedAnnouncement({ user, linkedId, onLinkDone }: AnnouncementsProps) {
  const { t } = useTranslation('announcements')
  const { ofError } = useErrorText()
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const started = useRef<number | null>(null)
  const messaging = user.privacy.enable_messaging

  useEffect(() => {
    // Otherwise a second run of the effect would switch messages on and confirm it twice.
    if (linkedId === null || started.current === linkedId) return
    started.current = linkedId
    const open = async () => {
      try {
        setAnnouncement(await fetchAnnouncement(linkedId))
        if (!MESSAGING_ANNOUNCEMENTS.includes(linkedId) || messaging) return
        tellMessaging((await enableMessaging()).enable_messaging, t)
      } catch (error) {
        const isGone = error instanceof ApiError && error.status === 404
        showToast({ kind: 'error', message: isGone ? t('gone') : ofError(error) })
      } finally {
        started.current = null
        onLinkDone()
      }
    }
    open()
  }, [linkedId, messaging, onLinkDone, ofError, t])

  return {
    announcement,
    loading: linkedId !== null,
    forget: () => setAnnouncement(null),
  }
}
