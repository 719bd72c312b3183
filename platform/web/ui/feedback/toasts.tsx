import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Mantine } from '../mantine.tsx'
import './toasts.css'

/** Where toasts appear: above everything, clear of thumbs and of the navigation. */
export function Toasts() {
  return (
    <Mantine>
      <Notifications position="top-center" limit={3} containerWidth={440} zIndex={1200} />
    </Mantine>
  )
}
