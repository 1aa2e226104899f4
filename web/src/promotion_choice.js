// The choice of a piece when a pawn promotes.

import { PromotionDialog } from "cm-chessboard/src/extensions/promotion-dialog/PromotionDialog.js";
import "cm-chessboard/assets/extensions/promotion-dialog/promotion-dialog.css";

/** cm-chessboard's dialog, moved onto the squares: by itself it lies half a square off. */
export class PromotionChoice extends PromotionDialog {
  redrawDialog() {
    super.redrawDialog();
    const frame = this.promotionDialogGroup.querySelector(".promotion-dialog");
    if (!frame) return;
    const { view } = this.chessboard;
    const aside = view.squareToPoint(this.state.dialogParams.square).x - Number(frame.getAttribute("x"));
    const up = (view.squareHeight / 2) * (this.turned ? 1 : -1);
    this.promotionDialogGroup.setAttribute("transform", `translate(${aside} ${up})`);
  }
}
