import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Mantine } from '../mantine.tsx'
import './toasts.css'

/** The place for toasts: above everything else, away from thumbs and the navigation. */
export function Toasts() {
  return (
    <Mantine>
      <Notifications position="top-center" limit={3} containerWidth={440} zIndex={1200} />
    </Mantine>
  )
}
