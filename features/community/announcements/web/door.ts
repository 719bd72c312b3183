export { AnnouncementScreen, type AnnouncementScreenProps } from './announcement-screen.tsx'
export { Announcements } from './announcements.tsx'
export { AnnouncementsScreen } from './announcements-screen.tsx'
