/**
 * Number of parallel tests. Each has its own visitors and letterboxes, and its own server if it stops one. With two
 * workers, two cores are half idle, because tests often wait for a process or a page.
 */
export const WORKERS = 3
