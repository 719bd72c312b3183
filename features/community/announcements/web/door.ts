export { AnnouncementScreen, type AnnouncementScreenProps } from './admin/announcement-screen.tsx'
export { AnnouncementsScreen } from './admin/announcements-screen.tsx'
export { Announcements } from './announcements.tsx'
