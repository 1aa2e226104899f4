// What the tests of the page in a browser share.

/**
 * Opens a page, and records its errors and its requests to other hosts, those of its workers included, as faults.
 * Every step may take `patience` milliseconds. The functions of `scripts` run in the page before its own.
 */
export async function openPage(browser, url, patience, options, scripts = []) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== "data:") page.faults.push(`outside request: ${request.url()}`);
  });
  for (const script of scripts) await page.addInitScript(script);
  await page.goto(url);
  return page;
}

/** Enters a position or a game. */
export async function setUp(page, text) {
  await page.fill("#text", text);
  await page.press("#text", "Enter");
}

/** Presses Tab until an element that matches has the focus: so it can be reached without a mouse. */
export async function tabTo(page, selector) {
  for (let count = 0; count < 200; count += 1) {
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Takes the focus from where it is, so that the next Tab leads to the beginning of the page, and keys to the page. */
export const leaveFocus = (page) => page.evaluate(() => document.activeElement.blur());

/** Waits until all questions about this position are answered. */
export const settled = (page) =>
  page.waitForFunction(() => !/…$/.test(document.querySelector(".remark").textContent));
