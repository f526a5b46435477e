/** Requests the page's files as soon as the program is here, and not beside it: on a slow line the program would come later for them. */
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="page-file"]')) link.rel = 'preload';
