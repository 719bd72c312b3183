import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { KEY_KNOWN_MS, keepPush } from '#platform/web/data/push/push-device.ts'
import type { WorkerMessage } from '#platform/web/start/service-worker/messages.ts'
import { reloadPush } from './data/push.ts'

/** For logged-in users: keeps notifications switched on, and opens those they press. */
export function PushUpkeep() {
  const { user } = useSession()
  return user ? <PushUpkeepOf user={user} /> : null
}

function PushUpkeepOf({ user: { id } }: { user: User }) {
  const navigate = useNavigate()
  const keptAt = useRef(0)
  const keep = useEffectEvent(() => {
    keptAt.current = Date.now()
    // If this fails, mails are still sent, and the next start of the app retries.
    keepPush(id).then(reloadPush, () => undefined)
  })
  const receive = useEffectEvent(({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data?.type === 'subscription-changed') keep()
    if (data?.type !== 'open') return
    navigate(data.path)
    ports[0]?.postMessage('opened')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another user
  useEffect(() => keep(), [id])
  // An installed app is seldom restarted; it usually returns from the background.
  const comeBack = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && Date.now() - keptAt.current > KEY_KNOWN_MS) keep()
  })
  useEffect(() => {
    const onChange = () => comeBack()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  useEffect(() => {
    const { serviceWorker } = navigator
    const onMessage = (event: MessageEvent<WorkerMessage>) => receive(event)
    serviceWorker?.addEventListener('message', onMessage)
    return () => serviceWorker?.removeEventListener('message', onMessage)
  }, [])
  return null
}
