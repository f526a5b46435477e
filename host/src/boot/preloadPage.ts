/** Requests the page's files while the program's last one is still arriving: earlier they would delay the program on a slow line. */
export function preloadPage(): void {
  const observer = new PerformanceObserver((entries) => {
    const program = [...document.querySelectorAll<HTMLScriptElement>('script[data-required]')];
    if (!entries.getEntries().some(({ name }) => program.some(({ src }) => src === name))) return;
    observer.disconnect();
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="page-file"]')) {
      // Files of the page's own origin are asked for without CORS (webpack's rule): a preload that differs is fetched for nothing.
      if (new URL(link.href).origin === location.origin) link.crossOrigin = null;
      link.rel = 'preload';
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}
