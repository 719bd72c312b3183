import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Chip } from '#platform/web/ui/chip.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Session } from '../contract.ts'
import { useEndOtherSessions, useEndSession } from './data/sessions.ts'
import { useDeviceName } from './device-name.ts'
import { EndAllSessions } from './end-all-sessions.tsx'

/** Lists sessions, with buttons to end one or all of them. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const { t } = useTranslation('security')
  const { ofError } = useErrorText()
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const say = (message: string) => ({
    onSuccess: () => showToast({ message }),
    onError: (error: Error) => showToast({ kind: 'error', message: ofError(error) }),
  })
  return (
    <>
      <ul className={rows.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id, say(t('sessions.ended')))}
          />
        ))}
      </ul>
      <div className={rows.below}>
        {sessions.length > 1 ? (
          <AppButton
            tone="secondary"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined, say(t('sessions.endedOthers')))}
          >
            {t('sessions.endOthers')}
          </AppButton>
        ) : null}
        <EndAllSessions />
      </div>
    </>
  )
}

interface SessionRowProps {
  session: Session
  ending: boolean
  onEnd: () => void
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { t } = useTranslation('security')
  const language = currentLanguage()
  const name = useDeviceName(session)
  const since = dateFormat({
    dateStyle: 'medium',
  }).format(new Date(session.created_at))
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <h3 className={rows.name}>{name}</h3>
        <p className={rows.detail}>
          {t('sessions.since', { date: since })}
          {session.conversation ? ` · ${t('sessions.conversation')}` : null}
          {session.current || session.conversation
            ? null
            : ` · ${t('sessions.lastSeen', { when: daysAgo(session.last_seen_at, language) })}`}
        </p>
      </div>
      {session.current ? (
        <Chip tone="leaf" icon="check">
          {t('sessions.current')}
        </Chip>
      ) : (
        <AppButton
          tone="quiet"
          loading={ending}
          aria-label={t('sessions.endOf', { name })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </AppButton>
      )}
    </li>
  )
}
